/** Seconds after which another code may be asked for: the button that sends one counts them down. */
export const codePause = 60;
/** A code is good for so long. */
export const codeMinutes = 10;
