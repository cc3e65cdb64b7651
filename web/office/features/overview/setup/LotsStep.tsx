import { LOT_TYPE } from '#contract/company/catalogs/states.ts';
import { ActionIcon, Button, Group, Text } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { z } from 'zod';
import { lotTypes } from '#contract/company/catalogs/projectLists.ts';
import { createBlock } from '#contract/projects/lots/endpoints.ts';
import { BlockForm } from '#contract/projects/lots/model.ts';
import type { SetupProgress } from '#contract/overview/setup/model.ts';
import { call } from '#web/office/lib/call.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { NumberField, OptionField, TextField } from '#web/office/ui/form/fields.tsx';
import { RecordForm } from '#web/office/ui/form/RecordForm.tsx';
import { rowsOf } from '#web/office/ui/form/useFields.ts';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { Existing } from './Existing.tsx';
import { ProjectFirst } from './ProjectFirst.tsx';
import styles from './setup.module.css';

const Block = BlockForm.pick({ block: true, from: true, to: true, type_id: true, area_m2: true });
const Blocks = z.object({ blocks: z.array(Block).min(1) });
const first = (block: string) => ({ block, from: 1, to: 20, type_id: LOT_TYPE.regular });

/** Creates the first project's lots, block by block. Existing lots stay unchanged. */
export function LotsStep({ progress, onNext }: { progress: SetupProgress; onNext: () => void }) {
  const { project } = progress;
  const there = progress.steps.find(({ id }) => id === 'lotes')?.count ?? 0;
  const types = useOptions(queryOf(lotTypes.list));
  const form = useRecordForm({
    schema: Blocks,
    initial: { blocks: [first('A'), first('B')] as z.input<typeof Block>[] },
    check: ({ blocks: all }) =>
      Object.fromEntries(
        (all ?? []).flatMap(({ from, to }, at) =>
          Number(to) < Number(from) ? [[`blocks.${at}.to`, 'Va después del primero.']] : [],
        ),
      ),
    send: async ({ blocks: all }) => {
      let made = 0;
      for (const one of all)
        made += (await call(createBlock, { body: { ...one, project_id: project!.id } })).data.length;
      return made;
    },
    success: (made) => (made === 1 ? 'Se creó un lote.' : `Se crearon ${made} lotes.`),
    onDone: onNext,
  });
  if (!project) return <ProjectFirst />;
  const { rows, add, remove } = rowsOf(form, 'blocks');
  const total = rows.reduce(
    (sum, { values: { from, to } }) => sum + Math.max(0, Number(to) - Number(from) + 1),
    0,
  );
  return (
    <>
      {there > 0 && (
        <Existing title={`Hay ${there} lotes`} onNext={onNext}>
          Se pueden agregar más manzanas aquí abajo.
        </Existing>
      )}
      <RecordForm {...form.frame} submitLabel={`Crear ${total} lotes`}>
        {rows.map((of, at) => (
          <fieldset key={at} className={styles.row} aria-label={`Manzana ${of.values.block ?? at + 1}`}>
            <TextField of={of} name="block" label="Manzana" maxLength={3} />
            <NumberField
              of={of}
              name="from"
              label="Del"
              allowDecimal={false}
              hideControls
              min={1}
              max={999}
            />
            <NumberField of={of} name="to" label="Al" allowDecimal={false} hideControls min={1} max={999} />
            <OptionField
              of={of}
              name="type_id"
              label="Tipo"
              options={types.map(({ id, name }) => ({ value: id, label: name }))}
            />
            <NumberField
              of={of}
              name="area_m2"
              label="Área (m²)"
              hideControls
              decimalScale={2}
              min={1}
              max={100_000}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={`Quitar la manzana ${of.values.block ?? at + 1}`}
              disabled={rows.length === 1}
              onClick={() => remove(at)}
            >
              <IconTrash size={18} aria-hidden />
            </ActionIcon>
          </fieldset>
        ))}
        <Group justify="space-between">
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            disabled={rows.length >= 26}
            onClick={() => add(first(String.fromCharCode(65 + rows.length)))}
          >
            Agregar manzana
          </Button>
          <Text size="sm" c="dimmed" aria-live="polite">
            {total} lotes en total
          </Text>
        </Group>
      </RecordForm>
    </>
  );
}
