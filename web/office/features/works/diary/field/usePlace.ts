import { useEffect, useState } from 'react';

interface Place {
  latitud: number;
  longitud: number;
}

/** Where this phone is, while `wanted`; null: unknown, or not allowed. Saving never waits for it. */
export function usePlace(wanted: boolean): Place | null {
  const [place, setPlace] = useState<Place | null>(null);
  useEffect(() => {
    if (!wanted || !('geolocation' in navigator)) return;
    const watch = navigator.geolocation.watchPosition(
      ({ coords }) => setPlace({ latitud: coords.latitude, longitud: coords.longitude }),
      () => setPlace(null),
      { maximumAge: 60_000, enableHighAccuracy: true },
    );
    return () => navigator.geolocation.clearWatch(watch);
  }, [wanted]);
  return wanted ? place : null;
}
