import { z } from 'zod';
import { PART_NAMES, PARTS } from '#contract/care/covers/parts.ts';
import { CONTACTS } from '#contract/care/tickets/rules.ts';
import { departments, priorities } from '#contract/company/catalogs/ticketLists.ts';
import { useIdOptions } from '#web/office/lib/formLists.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { CheckField, LongTextField, OptionField, TextField } from '#web/office/ui/form/fields.tsx';
import type { RecordFormOf } from '#web/office/ui/form/useFields.ts';

/** What the forms of a ticket ask for. */
export const ticketShape = {
  titulo: z.string().trim().min(3, { error: 'Escribe qué pasa en pocas palabras.' }).max(120),
  descripcion: z.string().max(4000).nullable(),
  departamento_id: z.number({ error: 'Elige el departamento.' }).int(),
  categoria_id: z.number({ error: 'Elige la categoría.' }).int(),
  prioridad_id: z.number({ error: 'Elige la prioridad.' }).int(),
  contacto: z.string().nullable(),
  contacto_nombre: z.string().max(120).nullable(),
  contacto_celular: z.string().max(40).nullable(),
  garantia: z.boolean(),
  parte: z.string().nullable(),
};
type Shape = z.ZodObject<typeof ticketShape>;

/** The fields of a ticket that every form has. `kept`: the category it has. */
export function TicketFields({ of, kept }: { of: RecordFormOf<Shape>; kept?: number }) {
  const areas = useOptions(queryOf(departments.list, {}));
  const levels = useOptions(queryOf(priorities.list, {}));
  const categories = useIdOptions('ticket_categories', kept);
  const named = (list: readonly { id: number; nombre: string }[]) =>
    list.map(({ id, nombre }) => ({ value: id, label: nombre }));
  return (
    <>
      <TextField of={of} name="titulo" label="Qué pasa" maxLength={120} />
      <LongTextField of={of} name="descripcion" label="Detalle" maxLength={4000} />
      <OptionField of={of} name="departamento_id" label="Departamento" options={named(areas)} />
      <OptionField of={of} name="categoria_id" label="Categoría" options={categories} />
      <OptionField of={of} name="prioridad_id" label="Prioridad" options={named(levels)} />
      <CheckField of={of} name="garantia" label="Es un reclamo de garantía" />
      {of.values.garantia && (
        <OptionField
          of={of}
          name="parte"
          label="Parte de la casa"
          nothing="Sin decir"
          options={PART_NAMES.map((part) => ({ value: part, label: PARTS[part].label }))}
        />
      )}
      <OptionField
        of={of}
        name="contacto"
        label="A quién se atiende"
        nothing="Sin decir"
        options={Object.entries(CONTACTS).map(([value, label]) => ({ value, label }))}
      />
      <TextField of={of} name="contacto_nombre" label="Nombre del contacto" maxLength={120} />
      <TextField of={of} name="contacto_celular" label="Celular del contacto" maxLength={40} />
    </>
  );
}
