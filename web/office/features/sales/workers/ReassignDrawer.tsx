import { List, NativeSelect, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { BoardRow } from '#contract/sales/board/board.ts';
import { reassignSales } from '#contract/sales/board/boardEndpoints.ts';
import { listSaleStaff } from '#contract/sales/sale/endpoints.ts';
import type { BulkOutcome } from '#web/office/lib/bulk.ts';
import { call, newKey } from '#web/office/lib/call.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { saleName } from '#contract/sales/sale/saleName.ts';

interface ReassignDrawerProps {
  kind: 'procesador' | 'asesor';
  rows: readonly BoardRow[];
  /** What became of each; null: given up. */
  onDone: (outcomes: readonly BulkOutcome[] | null) => void;
}

/** Gives several sales to one person, after a look at what would change and what would not. */
export function ReassignDrawer({ kind, rows, onDone }: ReassignDrawerProps) {
  const staff = useOptions(queryOf(listSaleStaff));
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const processor = kind === 'procesador';
  const form = useForm({
    initialValues: { usuario_id: '', motivo: '' },
    validate: {
      usuario_id: (id) => (id ? null : 'Elige quién sigue con las ventas.'),
      motivo: (text) => (processor && !text.trim() ? 'Escribe el motivo.' : null),
    },
  });
  const body = {
    ventas: rows.map(({ id }) => id),
    tipo: kind,
    usuario_id: form.values.usuario_id === 'nadie' ? null : Number(form.values.usuario_id),
  };
  const preview = useQuery({
    queryKey: [reassignSales.path, body],
    queryFn: () => call(reassignSales, { body: { ...body, probar: true } }, { refresh: false }),
    enabled: form.values.usuario_id !== '',
  });
  const looked = preview.data?.data ?? [];
  const moving = looked.filter(({ refused }) => refused === null);
  const submit = async ({ motivo }: typeof form.values) => {
    setBusy(true);
    try {
      const { data } = await call(reassignSales, { body: { ...body, motivo } }, { idempotencyKey: newKey() });
      onDone(data.map((one) => ({ name: saleName(one), error: one.refused })));
    } catch (refused) {
      setError(refused as Error);
      setBusy(false);
    }
  };
  const people = staff
    .filter((one) => one[processor ? 'processor' : 'adviser'])
    .map(({ id, name, open, open_adviser, away }) => ({
      value: String(id),
      label: `${name} · ${processor ? open : open_adviser} abiertas${away ? ' · ausente' : ''}`,
      disabled: away,
    }));
  return (
    <FormDrawer
      title={`${processor ? 'Pasar a otro procesador' : 'Dar a un asesor'} · ${rows.length} ${rows.length === 1 ? 'venta' : 'ventas'}`}
      opened
      onClose={() => onDone(null)}
      form={form}
      onSubmit={(values) => void submit(values)}
      loading={busy}
      submitError={error ?? preview.error}
      submitLabel={
        moving.length === 1 ? 'Pasar 1 venta' : `Pasar ${moving.length || ''} ventas`.replace('  ', ' ')
      }
    >
      <NativeSelect
        label={processor ? 'Procesador' : 'Asesor'}
        required
        data={[
          { value: '', label: 'Elige una persona' },
          ...(processor ? [] : [{ value: 'nadie', label: 'Sin asesor' }]),
          ...people,
        ]}
        {...form.getInputProps('usuario_id')}
      />
      {processor && (
        <Textarea
          label="Motivo"
          required
          autosize
          minRows={2}
          maxLength={1000}
          {...form.getInputProps('motivo')}
        />
      )}
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
