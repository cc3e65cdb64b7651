import { Text, Textarea } from '@mantine/core';
import { z } from 'zod';
import { changeTemplate } from '#contract/care/handover/endpoints.ts';
import type { HandoverTemplate } from '#contract/care/handover/model.ts';
import { PARTS } from '#contract/care/covers/parts.ts';
import { call } from '#web/office/lib/call.ts';
import { bound } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { roomsOf, textOf } from './templateText.ts';

export const templateName = ({ model }: Pick<HandoverTemplate, 'model'>) => model?.name ?? 'Lista general';
const Typed = z.object({ ambientes: z.string() });
const PART_LABELS = Object.values(PARTS)
  .map(({ label }) => label)
  .join(', ');

/** Writes the next version of a list; inspections that were made keep theirs. */
export function TemplateDrawer({
  template,
  onClose,
}: {
  template: Pick<HandoverTemplate, 'model' | 'version' | 'rooms'>;
  onClose: () => void;
}) {
  const form = useRecordForm({
    schema: Typed,
    initial: { ambientes: textOf(template.rooms), version: template.version },
    check: ({ ambientes }) => {
      const read = roomsOf(ambientes ?? '');
      return { ambientes: 'fault' in read ? read.fault : null };
    },
    send: ({ ambientes }, as, version) => {
      const read = roomsOf(ambientes);
      return call(
        changeTemplate,
        {
          params: { modelo: template.model?.id ?? 0 },
          body: { ambientes: 'rooms' in read ? read.rooms : [], version: version ?? template.version },
        },
        as,
      );
    },
    success: 'Lista guardada. Vale desde la próxima inspección.',
    onDone: onClose,
  });
  const rooms = bound(form, 'ambientes');
  return (
    <FormDrawer
      title={`Lista de entrega · ${templateName(template)}`}
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Guardar lista"
    >
      <Textarea
        {...rooms.input}
        label="Ambientes y puntos"
        description="El ambiente en su línea y debajo sus puntos, con la parte entre paréntesis."
        autosize
        minRows={12}
        value={rooms.value ?? ''}
        onChange={(event) => rooms.set(event.currentTarget.value)}
      />
      <Text size="xs" c="dimmed">
        Partes: {PART_LABELS}.
      </Text>
    </FormDrawer>
  );
}
