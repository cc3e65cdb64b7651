import { z } from 'zod';

const int = () => z.number().int();
const Named = z.object({ id: int(), name: z.string() });

/** The retention of a contract of works, in centavos. */
export const RetainedRow = z.object({
  id: int(),
  contract: Named,
  contractor: Named,
  project: Named,
  state: Named,
  retained_centavos: int(),
  returned_centavos: int(),
  charged_centavos: int(),
  held_centavos: int(),
  /** May be returned now. */
  returnable_centavos: int(),
});
export type RetainedRow = z.infer<typeof RetainedRow>;

/** ITBMS withheld from one supplier in a month, and its certificate. */
export const WithheldRow = z.object({
  key: z.string(),
  company: Named,
  partner: Named.extend({ ruc: z.string(), dv: z.string() }),
  month: z.string(),
  documents: int(),
  itbms_centavos: int(),
  withheld_centavos: int(),
  certificate: z
    .object({ id: int(), code: z.string(), withheld_centavos: int(), url: z.string() })
    .nullable(),
});
export type WithheldRow = z.infer<typeof WithheldRow>;

export const Month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, { error: 'Escribe el mes como 2026-11.' });

export const CertificateForm = z.object({
  company_id: int().positive(),
  partner_id: int().positive(),
  month: Month,
});
export type CertificateForm = z.output<typeof CertificateForm>;
