import { useEffect, useState } from 'react';

interface Here {
  lat: number;
  lon: number;
  /** metres */
  accuracy: number;
}
const PATIENCE_MS = 20_000;
/** Not every browser has it, and none does on every page. */
const told = (): Geolocation | null => (navigator.geolocation as Geolocation | undefined) ?? null;

/** Where this device is, WGS-84: asked once. `none`: it does not know, or nobody lets it tell. */
export const useHere = (): { place: Here | null; state: 'asking' | 'known' | 'none' } => {
  const [place, setPlace] = useState<Here | null>(null);
  const [failed, setFailed] = useState(() => told() === null);
  useEffect(() => {
    const here = told();
    if (!here) return;
    let left = false;
    here.getCurrentPosition(
      ({ coords }) => {
        if (!left)
          setPlace({ lat: coords.latitude, lon: coords.longitude, accuracy: Math.min(100_000, coords.accuracy) });
      },
      () => {
        if (!left) setFailed(true);
      },
      { enableHighAccuracy: true, timeout: PATIENCE_MS, maximumAge: 0 },
    );
    return () => {
      left = true;
    };
  }, []);
  return { place, state: place ? 'known' : failed ? 'none' : 'asking' };
};
