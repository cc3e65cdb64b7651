import { useState } from 'react';
import { panamaDay } from './format.ts';

/** Today in Panama, YYYY-MM-DD, as it was when the screen opened. */
export function useToday(): string {
  const [today] = useState(() => panamaDay(new Date()));
  return today;
}
