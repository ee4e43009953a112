/** What somebody has to deal with: the same in every count. */
export const openAlarms = "process_time is null and severity <> 'info'";
