import { z } from 'zod';

/** What an administrator may set, with its default. One key, one row of the table settings. */
export const Settings = z.object({
  company: z
    .object({
      name: z.string().min(1).max(80),
      legalName: z.string().max(160),
      ruc: z.string().max(40),
      /** Shown to buyers where a project has none of its own. E.164. */
      phone: z.string().max(20),
      logo: z.string().nullable(),
    })
    .prefault({ name: 'Llave', legalName: '', ruc: '', phone: '', logo: null }),
  /** Hosts whose frames and videos a page may show once its dialog is opened; each `https://host`. */
  mediaHosts: z.array(z.string().regex(/^https:\/\/[a-z0-9.-]+(:\d+)?$/)).prefault([]),
  claims: z
    .object({
      holdMinutes: z.number().int().min(1).max(1440),
      reservationHours: z.number().int().min(1).max(720),
      separationDays: z.number().int().min(1).max(90),
      /** Live claims of one visitor, and of one address. */
      perVisitor: z.number().int().min(1),
      perAddress: z.number().int().min(1),
    })
    .prefault({ holdMinutes: 30, reservationHours: 48, separationDays: 15, perVisitor: 3, perAddress: 60 }),
  /** Digits of the last group of a cédula: 5, or 6 where foreigners have it. */
  cedulaMaxAsiento: z.number().int().min(5).max(6).prefault(5),
});
export type Settings = z.infer<typeof Settings>;
