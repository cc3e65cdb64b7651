import { List, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { Reassign } from '#contract/sales/board/board.ts';
import { reassignSales } from '#contract/sales/board/boardEndpoints.ts';
import { listSaleStaff } from '#contract/sales/sale/endpoints.ts';
import { call } from '#web/office/lib/call.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { LongTextField, OptionField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import type { BulkForm } from '#web/office/ui/table/useBulkForm.ts';
import { saleName } from '#contract/sales/sale/saleName.ts';

/** "Nobody" is a choice; null means that nothing is chosen yet. */
const NOBODY = 'nadie';
const Choice = Reassign.pick({ motivo: true }).extend({
  usuario_id: z.union([z.number(), z.literal(NOBODY)], { error: 'Elige quién sigue con las ventas.' }),
});

interface ReassignDrawerProps extends BulkForm<{ id: number }> {
  kind: 'procesador' | 'asesor';
}

/** Assigns several sales to one person, after a preview of what would change. */
export function ReassignDrawer({ kind, rows, onDone }: ReassignDrawerProps) {
  const staff = useOptions(queryOf(listSaleStaff));
  const processor = kind === 'procesador';
  const ventas = rows.map(({ id }) => id);
  const bodyOf = (usuario_id: number | typeof NOBODY) => ({
    ventas,
    tipo: kind,
    usuario_id: usuario_id === NOBODY ? null : usuario_id,
  });
  const form = useRecordForm({
    schema: Choice,
    initial: {},
    check: ({ motivo }) => ({ motivo: processor && !motivo?.trim() ? 'Escribe el motivo.' : null }),
    send: ({ usuario_id, motivo }, as) =>
      call(reassignSales, { body: { ...bodyOf(usuario_id), motivo } }, as),
    onDone: ({ data }) => onDone(data.map((one) => ({ name: saleName(one), error: one.refused }))),
  });
  const { usuario_id } = form.values;
  const preview = useQuery({
    queryKey: [reassignSales.path, kind, ventas, usuario_id],
    queryFn: () => call(reassignSales, { body: { ...bodyOf(usuario_id ?? NOBODY), probar: true } }),
    enabled: usuario_id !== null,
  });
  const looked = preview.data?.data ?? [];
  const moving = looked.filter(({ refused }) => refused === null);
  const people = staff
    .filter((one) => one[processor ? 'processor' : 'adviser'])
    .map(({ id, name, open, open_adviser, away }) => ({
      value: id,
      label: `${name} · ${processor ? open : open_adviser} abiertas${away ? ' · ausente' : ''}`,
      disabled: away,
    }));
  return (
    <FormDrawer
      title={`${processor ? 'Cambiar de procesador' : 'Asignar asesor'} · ${rows.length} ${rows.length === 1 ? 'venta' : 'ventas'}`}
      opened
      onClose={() => onDone(null)}
      {...form.frame}
      submitError={form.frame.submitError ?? preview.error}
      submitLabel={
        moving.length === 1 ? 'Pasar 1 venta' : `Pasar ${moving.length || ''} ventas`.replace('  ', ' ')
      }
    >
      <OptionField
        of={form}
        name="usuario_id"
        label={processor ? 'Procesador' : 'Asesor'}
        nothing="Elige una persona"
        options={[...(processor ? [] : [{ value: NOBODY, label: 'Sin asesor' }]), ...people]}
      />
      {processor && <LongTextField of={form} name="motivo" label="Motivo" required maxLength={1000} />}
      {looked.length > 0 && (
        <section aria-label="Qué va a pasar">
          <Text size="sm" fw={600}>
            {moving.length} de {looked.length} cambian
          </Text>
          <List size="sm">
            {looked.map((one) => (
              <List.Item key={one.id}>
                {one.name}: {one.refused ?? `${one.from ?? 'nadie'} → ${one.to ?? 'nadie'}`}
              </List.Item>
            ))}
          </List>
        </section>
      )}
    </FormDrawer>
  );
}
