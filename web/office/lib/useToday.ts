import { useState } from 'react';
import { panamaDay } from './format.ts';

/** Today in Panama, YYYY-MM-DD, at the time when the screen opened. */
export function useToday(): string {
  const [today] = useState(() => panamaDay(new Date()));
  return today;
}
