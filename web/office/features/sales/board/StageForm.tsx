import { Button, NativeSelect, Stack, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect } from 'react';
import type { StageCard } from '#contract/sales/board/board.ts';
import { editStage } from '#contract/sales/board/boardEndpoints.ts';
import { listSaleStaff } from '#contract/sales/sale/endpoints.ts';
import { applyServerErrors } from '#web/office/lib/formErrors.ts';
import { queryOf, useAction, useOptions } from '#web/office/lib/query.ts';
import { sentence } from '#web/office/lib/refusal.ts';
import { DayInput } from '#web/office/ui/DayInput.tsx';

/** Who has a stage, its last day and its note. A new day takes up again what had passed. */
export function StageForm({ saleId, card }: { saleId: number; card: StageCard }) {
  const staff = useOptions(queryOf(listSaleStaff));
  const save = useAction(editStage, {
    success: 'Etapa guardada.',
    inline: true,
  });
  const initial = {
    responsable_id: card.owner ? String(card.owner.id) : '',
    vence: card.due_on ?? '',
    nota: card.note,
  };
  const form = useForm({ initialValues: initial });
  const { error } = save;
  useEffect(() => {
    if (error) applyServerErrors(form, error);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each answer
  }, [error]);
  const submit = ({ responsable_id, vence, nota }: typeof initial) =>
    save.mutate({
      params: { id: saleId, etapa: card.stage },
      body: {
        version: card.version,
        ...(responsable_id !== initial.responsable_id && {
          responsable_id: responsable_id ? Number(responsable_id) : null,
        }),
        ...(vence && vence !== initial.vence && { vence }),
        ...(nota !== initial.nota && { nota }),
      },
    });
  const people =
    staff.some(({ id }) => id === card.owner?.id) || !card.owner ? staff : [card.owner, ...staff];
  return (
    <form onSubmit={form.onSubmit(submit)}>
      <Stack gap="sm">
        <NativeSelect
          label="Responsable"
          data={[
            { value: '', label: `Según la etapa: ${card.usual_owner}` },
            ...people.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          {...form.getInputProps('responsable_id')}
        />
        {card.due_on !== null && <DayInput label="Fecha límite" {...form.getInputProps('vence')} />}
        <Textarea label="Nota" autosize minRows={2} maxLength={2000} {...form.getInputProps('nota')} />
        {error && (
          <Text size="sm" c="red" role="alert">
            {sentence(error)}
          </Text>
        )}
        <Button type="submit" variant="default" loading={save.isPending} disabled={!form.isDirty()}>
          Guardar etapa
        </Button>
      </Stack>
    </form>
  );
}
