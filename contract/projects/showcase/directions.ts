import { z } from 'zod';

/** Addresses that open a navigation app, for a visitor who is on the way. */
export const Directions = z.object({ waze: z.string(), maps: z.string() });
export type Directions = z.infer<typeof Directions>;

interface Place {
  name: string;
  address: string;
  latitude: number | null;
  longitude: number | null;
}

/** The way to a project: to its coordinates, else a search for its address. */
export function directionsTo({ name, address, latitude, longitude }: Place): Directions {
  if (latitude !== null && longitude !== null) {
    const point = `${latitude},${longitude}`;
    return {
      waze: `https://waze.com/ul?ll=${encodeURIComponent(point)}&navigate=yes`,
      maps: `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(point)}`,
    };
  }
  const asked = encodeURIComponent([name, address, 'Panamá'].filter(Boolean).join(', '));
  return {
    waze: `https://waze.com/ul?q=${asked}&navigate=yes`,
    maps: `https://www.google.com/maps/dir/?api=1&destination=${asked}`,
  };
}
