import { z } from 'zod';

/** A record's number in an address. */
export const Id = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER);
