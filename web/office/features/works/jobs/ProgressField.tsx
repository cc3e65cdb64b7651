import { Slider, Stack } from '@mantine/core';
import { z } from 'zod';
import type { Job } from '#contract/works/jobs/endpoints.ts';
import { bound, NumberField } from '#web/office/ui/form/fields.tsx';
import type { RecordFormOf } from '#web/office/ui/form/useFields.ts';

/** Progress as a form holds it: the percent of a job with a house, the quantity of an item. */
export const progressShape = {
  porcentaje: z.number().min(0).max(100).nullable(),
  cantidad: z.number().min(0).nullable(),
};
const Progress = z.object(progressShape);

interface ProgressFieldProps {
  of: RecordFormOf<z.ZodObject<typeof progressShape & z.ZodRawShape>>;
  job: Job;
  label: string;
}

/** Percent with a slider for the thumb, or the quantity of an item. */
export function ProgressField({ of, job, label }: ProgressFieldProps) {
  const form = of as unknown as RecordFormOf<typeof Progress>;
  const percent = bound(form, 'porcentaje');
  if (job.item)
    return (
      <NumberField
        of={form}
        name="cantidad"
        label={label}
        size="md"
        required
        min={0}
        decimalScale={3}
        suffix={` ${job.item.unit}`}
        description={`Aprobado: ${job.approved_quantity} de ${job.quantity} ${job.item.unit}, desde el inicio`}
      />
    );
  return (
    <Stack gap={8}>
      <NumberField
        of={form}
        name="porcentaje"
        label={label}
        size="md"
        required
        min={0}
        max={100}
        decimalScale={2}
        suffix=" %"
        description={`Aprobado: ${job.approved_percent} %, desde el inicio`}
      />
      <Slider
        size="lg"
        thumbSize={28}
        step={5}
        label={null}
        thumbLabel={`${label}, deslizador`}
        value={percent.value ?? 0}
        onChange={percent.set}
        my={8}
      />
    </Stack>
  );
}

/** What is sent of the progress. */
export const progressBody = ({
  porcentaje,
  cantidad,
}: {
  porcentaje: number | null;
  cantidad: number | null;
}) => ({
  ...(porcentaje !== null && { porcentaje }),
  ...(cantidad !== null && { cantidad }),
});
