import { Text } from '@mantine/core';
import { lotTypes } from '#contract/company/catalogs/projectLists.ts';
import { changeLot } from '#contract/projects/lots/endpoints.ts';
import { LotForm, type Lot } from '#contract/projects/lots/model.ts';
import { RecordTalk } from '#web/office/features/company/comments/RecordTalk.tsx';
import { call } from '#web/office/lib/call.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { CheckField, MoneyField, NumberField, OptionField, TextField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { HouseBlockers } from '#web/office/features/projects/houses/HouseBlockers.tsx';
import { LotHistory } from './LotHistory.tsx';

const LotWords = LotForm.omit({ version: true });
const valuesOf = (lot: Lot) => ({ ...lot, name: lot.lote, type_id: lot.type.id });

interface LotDrawerProps {
  lot: Lot;
  /** Fetches the lot again. */
  reload: () => Promise<Lot>;
  onClose: () => void;
}

/** The form of a lot. Its state is not a field: it follows from the sale, or from withholding the lot with a reason. */
export function LotDrawer({ lot, reload, onClose }: LotDrawerProps) {
  const seesSales = useCan('ventas.ver');
  const types = useOptions(queryOf(lotTypes.list));
  const form = useRecordForm({
    schema: LotWords,
    initial: valuesOf(lot),
    check: ({ withheld, withheld_reason }) => ({
      withheld_reason: withheld && !withheld_reason?.trim() ? 'Escribe por qué no está a la venta.' : null,
    }),
    reread: async () => valuesOf(await reload()),
    send: (body, as, version) => {
      const withheld_reason = body.withheld ? body.withheld_reason : null;
      return call(changeLot, { params: { id: lot.id }, body: { ...body, withheld_reason, version } }, as);
    },
    success: 'Lote guardado.',
    onDone: onClose,
  });
  const known = types.some(({ id }) => id === lot.type.id);
  return (
    <FormDrawer
      title={`Lote ${lot.lote} · ${lot.project.name}`}
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Guardar lote"
      after={<RecordTalk reference="lote" id={lot.id} />}
    >
      {lot.house && <HouseBlockers lotId={lot.id} />}
      {lot.sale && (
        <Text size="sm">
          {lot.estado.name} por{' '}
          {seesSales ? (
            <PageLink to="/oficina/ventas/$id" params={{ id: lot.sale.id }} underline="always">
              {lot.sale.code ?? `el borrador ${lot.sale.id}`}
            </PageLink>
          ) : (
            (lot.sale.code ?? `el borrador ${lot.sale.id}`)
          )}
          .
        </Text>
      )}
      <TextField of={form} name="name" label="Lote" maxLength={8} />
      <OptionField
        of={form}
        name="type_id"
        label="Tipo"
        options={[...(known ? [] : [lot.type]), ...types].map(({ id, name }) => ({
          value: id,
          label: name,
        }))}
      />
      <NumberField of={form} name="area_m2" label="Área (m²)" decimalScale={2} min={1} max={100_000} />
      <MoneyField of={form} name="premium_centavos" label="Recargo sobre el precio del modelo" />
      <CheckField
        of={form}
        name="withheld"
        label="Fuera de la venta"
        description={
          lot.sale && !lot.withheld
            ? 'Una venta lo tiene: libéralo antes de retirarlo.'
            : 'Casa modelo, tema legal: nadie lo puede elegir.'
        }
        disabled={lot.sale !== null && !lot.withheld}
      />
      {form.values.withheld && (
        <TextField of={form} name="withheld_reason" label="Motivo" required maxLength={200} />
      )}
      <LotHistory id={lot.id} />
    </FormDrawer>
  );
}
