import { z } from 'zod';
import { DocumentType } from '#contract/identity.ts';
import { nameFault } from '#contract/names.ts';
import { Phone } from '#contract/phone.ts';
import { EMPLOYMENT, MAX_FAMILY, PAYMENT_FORMS, SECTORS } from './values.ts';

/** sector_trabajo, exact values (domain.md §2). */
export const WorkSector = z.enum(SECTORS, {
  error: 'Elige el sector: Público, Privado, Independiente o Jubilado.',
});
export type WorkSector = z.infer<typeof WorkSector>;

/** estatus_laboral: only for employees; null for Independiente and Jubilado. */
export const EmploymentStatus = z.enum(EMPLOYMENT, { error: 'Elige el estatus laboral de la lista.' });
export type EmploymentStatus = z.infer<typeof EmploymentStatus>;

export const PaymentForm = z.enum(PAYMENT_FORMS, { error: 'Elige hipoteca o contado.' });
export type PaymentForm = z.infer<typeof PaymentForm>;

/** Whether this sector has an employment status (spec §2.1). */
export const isEmployee = (sector: string | null | undefined) => sector === 'Público' || sector === 'Privado';

/** A person's name: one line with letters and without links. */
const name = (message: string) =>
  z
    .string({ error: message })
    .trim()
    .max(120, { error: 'Escribe como máximo 120 caracteres.' })
    .regex(/^\P{Cc}*$/u, { error: 'Escribe una sola línea de texto.' })
    .regex(/\p{L}/u, { error: message, abort: true })
    .superRefine((text, ctx) => {
      const fault = nameFault(text);
      if (fault) ctx.addIssue({ code: 'custom', message: fault });
    });

export const FamilyMember = z.object({
  nombre: name('Escribe el nombre.'),
  /** Null for a person without a cédula, such as a child. */
  cedula: z.string().trim().max(40).nullable().default(null),
  /** An id of parentescos. */
  parentesco_id: z.number().int().min(1).max(9999),
});
export type FamilyMember = z.infer<typeof FamilyMember>;

/** The pre-contract form as typed by staff for a walk-in; field names as in spec §3. */
export const OfficeForm = z.object({
  nombre: name('Escribe el nombre del cliente.'),
  celular: Phone,
  email: z
    .union([
      z.literal('').transform(() => null),
      z.email({ error: 'Correo inválido.' }).max(120, { error: 'Correo inválido.' }),
    ])
    .nullable(),
  tipo_documento: DocumentType,
  cedula: z.string().trim().max(40),
  sector_trabajo: WorkSector.nullable(),
  estatus_laboral: EmploymentStatus.nullable(),
  forma_pago: PaymentForm,
  origen: z.string().trim().max(40).nullable(),
  numero_camp: z.string().trim().max(40).nullable(),
  grupo_familiar: z.array(FamilyMember).max(MAX_FAMILY, { error: 'Escribe como máximo 20 familiares.' }),
});
export type OfficeForm = z.infer<typeof OfficeForm>;
