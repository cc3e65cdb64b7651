import { z } from 'zod';
import {
  getSale,
  listSaleStaff,
  setSaleAdviser,
  setSaleLawyer,
  setSaleProcessor,
} from '#contract/sales/sale/endpoints.ts';
import type { SaleRecord } from '#contract/sales/sale/model.ts';
import { call } from '#web/office/lib/call.ts';
import { showDay } from '#web/office/lib/format.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { LongTextField, OptionField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm, type SendAs } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

const Person = z.object({
  procesador_id: setSaleProcessor.body.shape.procesador_id.nullable(),
  asesor_id: setSaleAdviser.body.shape.asesor_id,
  abogado_id: setSaleLawyer.body.shape.abogado_id,
  motivo: z.string().trim().max(1000),
});
const valuesOf = ({ adviser, lawyer, version }: SaleRecord) => ({
  asesor_id: adviser?.id ?? null,
  abogado_id: lawyer?.id ?? null,
  version,
});

const KINDS = {
  processor: {
    title: 'Cambiar de procesador',
    submit: 'Pasar venta',
    success: 'Procesador cambiado.',
    open: 'open',
  },
  adviser: {
    title: 'Asignar asesor',
    submit: 'Guardar asesor',
    success: 'Asesor guardado.',
    open: 'open_adviser',
  },
  lawyer: {
    title: 'Asignar abogado',
    submit: 'Guardar abogado',
    success: 'Abogado guardado.',
    open: 'open_lawyer',
  },
} as const;

interface AssignDrawerProps {
  kind: keyof typeof KINDS;
  sale: SaleRecord;
  onClose: () => void;
}

/** Assigns a sale to another processor (with a reason), to an adviser or to a lawyer. */
export function AssignDrawer({ kind, sale, onClose }: AssignDrawerProps) {
  const staff = useOptions(queryOf(listSaleStaff));
  const params = { id: sale.id };
  const send = (
    { procesador_id, asesor_id, abogado_id, motivo }: z.input<typeof Person>,
    as: SendAs,
    version: number | undefined,
  ) => {
    if (kind === 'adviser') return call(setSaleAdviser, { params, body: { asesor_id, version } }, as);
    if (kind === 'lawyer') return call(setSaleLawyer, { params, body: { abogado_id, version } }, as);
    return call(
      setSaleProcessor,
      { params, body: { procesador_id: procesador_id ?? 0, motivo, version } },
      as,
    );
  };
  const form = useRecordForm({
    schema: Person,
    initial: valuesOf(sale),
    check: ({ procesador_id, motivo }) => ({
      procesador_id:
        kind === 'processor' && procesador_id === null ? 'Elige quién sigue con la venta.' : null,
      motivo: kind === 'processor' && !motivo?.trim() ? 'Escribe el motivo.' : null,
    }),
    reread: async () => valuesOf((await call(getSale, { params })).data),
    send,
    success: KINDS[kind].success,
    onDone: onClose,
  });
  const people = staff
    .filter((one) => one[kind] && one.id !== (kind === 'processor' ? sale.processor?.id : undefined))
    .map(({ id, name, away, away_to, ...open }) => ({
      value: id,
      label: `${name} · ${open[KINDS[kind].open]} abiertas${away ? ` · ausente${away_to ? ` hasta el ${showDay(away_to)}` : ''}` : ''}`,
      disabled: away,
    }));
  return (
    <FormDrawer
      title={KINDS[kind].title}
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel={KINDS[kind].submit}
    >
      {kind === 'processor' ? (
        <>
          <OptionField
            of={form}
            name="procesador_id"
            label="Procesador"
            required
            nothing="Elige una persona"
            options={people}
          />
          <LongTextField of={form} name="motivo" label="Motivo" required maxLength={1000} />
        </>
      ) : (
        <OptionField
          of={form}
          name={kind === 'lawyer' ? 'abogado_id' : 'asesor_id'}
          label={kind === 'lawyer' ? 'Abogado' : 'Asesor'}
          nothing={kind === 'lawyer' ? 'Sin abogado' : 'Sin asesor'}
          options={people}
        />
      )}
    </FormDrawer>
  );
}
