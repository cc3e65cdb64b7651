import { z } from 'zod';

/** A record id in a URL. */
export const Id = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER);
