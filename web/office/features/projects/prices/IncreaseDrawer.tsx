import { Button } from '@mantine/core';
import { z } from 'zod';
import type { Answer } from '#contract/endpoint.ts';
import { listLotOptions } from '#contract/projects/lots/endpoints.ts';
import { listPrices, prepareIncrease, previewIncrease } from '#contract/projects/prices/endpoints.ts';
import { IncreaseForm } from '#contract/projects/prices/model.ts';
import { ROUNDINGS } from '#contract/projects/prices/rules.ts';
import { listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { call } from '#web/office/lib/call.ts';
import { queryOf, useAction, useOptions } from '#web/office/lib/query.ts';
import {
  CheckField,
  DayField,
  ManyField,
  MoneyField,
  NumberField,
  OptionField,
  TextField,
} from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { IncreaseRows } from './IncreaseRows.tsx';

/** The user chooses lots by block. */
const WithBlocks = IncreaseForm.safeExtend({
  lots_project: z.number().nullable(),
  blocks: z.array(z.string()).default([]),
});

/** The block of a lot's name: A for A-07. */
const blockOf = (lot: string) => lot.split('-')[0]!;

const sentOf = (typed: z.input<typeof WithBlocks>) => {
  const { lots_project: _, blocks: __, ...body } = typed;
  return {
    ...body,
    percent: body.kind === 'percent' ? body.percent : null,
    amount_centavos: body.kind === 'amount' ? body.amount_centavos : null,
  };
};

interface IncreaseDrawerProps {
  projectId: number | undefined;
  onClose: () => void;
  onPrepared: (id: number) => void;
}

/** Prepares an increase: day, amount and prices. Previews before → after first. */
export function IncreaseDrawer({ projectId, onClose, onPrepared }: IncreaseDrawerProps) {
  const projects = useOptions(queryOf(listProjectOptions, {}));
  const models = useOptions(queryOf(listPrices, { query: { tipo: 'model', per_page: 200 } }));
  const preview = useAction(previewIncrease, { inline: true });
  const form = useRecordForm({
    schema: WithBlocks,
    initial: {
      kind: 'percent',
      round_to_centavos: 100_00,
      project_ids: projectId === undefined ? [] : [projectId],
      model_ids: [],
      lots_project: projectId ?? null,
      blocks: [],
      lot_ids: [],
    },
    onChange: (now, before) => {
      preview.reset();
      if (now.lots_project !== before.lots_project) return { blocks: [], lot_ids: [] };
      if (now.blocks === before.blocks) return undefined;
      return {
        lot_ids: lots.flatMap(({ id, lote }) => (now.blocks?.includes(blockOf(lote)) ? [id] : [])),
      };
    },
    send: (body, as) => call(prepareIncrease, { body: sentOf(body) }, as),
    success: 'Aumento preparado: falta confirmarlo.',
    onDone: ({ data }) => onPrepared(data.id),
  });
  const { kind, lots_project } = form.values;
  const lots: Answer<typeof listLotOptions>['data'] = useOptions({
    ...queryOf(listLotOptions, { query: { proyecto_id: lots_project ?? 0 } }),
    enabled: lots_project !== null,
  });
  const perBlock = Map.groupBy(lots, ({ lote }) => blockOf(lote));
  const projectOptions = projects.map(({ id, text }) => ({ value: id, label: text }));
  return (
    <FormDrawer
      title="Preparar aumento"
      opened
      onClose={onClose}
      {...form.frame}
      submitError={form.frame.submitError ?? preview.error}
      submitLabel="Preparar aumento"
    >
      <TextField of={form} name="motivo" label="Motivo" maxLength={200} />
      <DayField of={form} name="effective_on" label="En vigor desde las 00:00 del" />
      <ManyField
        of={form}
        name="project_ids"
        label="Proyectos, con todos sus modelos"
        options={projectOptions}
      />
      <CheckField of={form} name="with_lots" label="También los recargos de sus lotes" />
      <ManyField
        of={form}
        name="model_ids"
        label="O solo estos modelos"
        options={models.map(({ id, name, project }) => ({ value: id, label: `${name} · ${project.name}` }))}
      />
      <OptionField
        of={form}
        name="lots_project"
        label="O solo recargos de lotes de"
        nothing="Ninguno"
        options={projectOptions}
      />
      {lots_project !== null && (
        <ManyField
          of={form}
          name="blocks"
          label="Sus manzanas"
          options={[...perBlock].map(([block, { length }]) => ({
            value: block,
            label: `Manzana ${block} · ${length === 1 ? '1 lote' : `${length} lotes`}`,
          }))}
        />
      )}
      <OptionField
        of={form}
        name="kind"
        label="Por"
        options={[
          { value: 'percent', label: 'Porcentaje' },
          { value: 'amount', label: 'Monto' },
        ]}
      />
      {kind === 'percent' ? (
        <NumberField of={form} name="percent" label="Porcentaje" required suffix=" %" decimalScale={4} />
      ) : (
        <MoneyField of={form} name="amount_centavos" label="Monto" required />
      )}
      <OptionField
        of={form}
        name="round_to_centavos"
        label="Redondeo"
        options={ROUNDINGS.map(({ cents, label }) => ({ value: cents, label }))}
      />
      <DayField
        of={form}
        name="price_until"
        label="Los precios nuevos valen hasta"
        description="Vacío: queda el día que cada modelo tiene."
      />
      <Button
        variant="default"
        loading={preview.isPending}
        onClick={() => {
          if (!form.form.validate().hasErrors) preview.mutate({ body: sentOf(form.body()) });
        }}
      >
        Ver antes y después
      </Button>
      {preview.data && <IncreaseRows rows={preview.data.data} />}
    </FormDrawer>
  );
}
