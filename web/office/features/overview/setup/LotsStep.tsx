import { ActionIcon, Button, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { NumberField } from '#web/office/ui/NumberField.tsx';
import { useForm } from '@mantine/form';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { lotTypes } from '#contract/company/catalogs/projectLists.ts';
import { createBlock, listLotOptions, listLots } from '#contract/projects/lots/endpoints.ts';
import { BlockForm } from '#contract/projects/lots/model.ts';
import { setupProgress } from '#contract/overview/setup/endpoints.ts';
import type { SetupProgress } from '#contract/overview/setup/model.ts';
import { call } from '#web/office/lib/call.ts';
import { zodErrors } from '#web/office/lib/formErrors.ts';
import { keyOf, queryOf, useOptions } from '#web/office/lib/query.ts';
import { RecordForm } from '#web/office/ui/form/RecordForm.tsx';
import { toast } from '#web/office/ui/toast.tsx';
import { Existing } from './Existing.tsx';
import { ProjectFirst } from './ProjectFirst.tsx';
import styles from './setup.module.css';

interface Block {
  block: string;
  from: number | string;
  to: number | string;
  type_id: string;
  area_m2: number | string;
}
const NEW = (block: string): Block => ({ block, from: 1, to: 20, type_id: '1', area_m2: '' });

const wireOf = (blocks: readonly Block[], projectId: number) =>
  blocks.map((one) => ({
    project_id: projectId,
    block: one.block,
    from: Number(one.from),
    to: Number(one.to),
    type_id: Number(one.type_id),
    area_m2: Number(one.area_m2),
  }));

const countOf = (blocks: readonly Block[]) =>
  blocks.reduce((sum, { from, to }) => sum + Math.max(0, Number(to) - Number(from) + 1), 0);

/** The lots of the first project by block, all at once; those that exist already stay as they are. */
export function LotsStep({ progress, onNext }: { progress: SetupProgress; onNext: () => void }) {
  const { project } = progress;
  const there = progress.steps.find(({ id }) => id === 'lotes')?.count ?? 0;
  const types = useOptions(queryOf(lotTypes.list));
  const client = useQueryClient();
  const form = useForm<{ blocks: Block[] }>({
    initialValues: { blocks: [NEW('A'), NEW('B')] },
    validateInputOnBlur: true,
    validate: ({ blocks }) => ({
      ...zodErrors(z.object({ blocks: z.array(BlockForm).min(1) }))({
        blocks: wireOf(blocks, project?.id ?? 1),
      }),
      ...Object.fromEntries(
        blocks.flatMap(({ from, to }, at) =>
          Number(to) < Number(from) ? [[`blocks.${at}.to`, 'Va después del primero.']] : [],
        ),
      ),
    }),
  });
  const create = useMutation({
    meta: { inline: true },
    mutationFn: async (blocks: readonly Block[]) => {
      let made = 0;
      for (const body of wireOf(blocks, project!.id)) made += (await call(createBlock, { body })).data.length;
      return made;
    },
    onSuccess: async (made) => {
      toast.success(made === 1 ? 'Se creó un lote.' : `Se crearon ${made} lotes.`);
      for (const one of [setupProgress, listLots, listLotOptions])
        await client.invalidateQueries({ queryKey: keyOf(one) });
      onNext();
    },
  });
  if (!project) return <ProjectFirst />;
  const { blocks } = form.values;
  const total = countOf(blocks);
  return (
    <>
      {there > 0 && (
        <Existing title={`Hay ${there} lotes`} onNext={onNext}>
          Se pueden agregar más manzanas aquí abajo.
        </Existing>
      )}
      <RecordForm
        form={form}
        onSubmit={(values) => create.mutate(values.blocks)}
        loading={create.isPending}
        submitError={create.error}
        submitLabel={`Crear ${total} lotes`}
      >
        {blocks.map((one, at) => (
          <fieldset key={at} className={styles.row} aria-label={`Manzana ${one.block || at + 1}`}>
            <TextInput label="Manzana" required maxLength={3} {...form.getInputProps(`blocks.${at}.block`)} />
            <NumberField
              label="Del"
              required
              allowDecimal={false}
              hideControls
              min={1}
              max={999}
              {...form.getInputProps(`blocks.${at}.from`)}
            />
            <NumberField
              label="Al"
              required
              allowDecimal={false}
              hideControls
              min={1}
              max={999}
              {...form.getInputProps(`blocks.${at}.to`)}
            />
            <NativeSelect
              label="Tipo"
              data={types.map(({ id, name }) => ({ value: String(id), label: name }))}
              {...form.getInputProps(`blocks.${at}.type_id`)}
            />
            <NumberField
              label="Área (m²)"
              required
              hideControls
              decimalScale={2}
              min={1}
              max={100_000}
              {...form.getInputProps(`blocks.${at}.area_m2`)}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={`Quitar la manzana ${one.block || at + 1}`}
              disabled={blocks.length === 1}
              onClick={() => form.removeListItem('blocks', at)}
            >
              <IconTrash size={18} aria-hidden />
            </ActionIcon>
          </fieldset>
        ))}
        <Group justify="space-between">
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            disabled={blocks.length >= 26}
            onClick={() => form.insertListItem('blocks', NEW(String.fromCharCode(65 + blocks.length)))}
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
