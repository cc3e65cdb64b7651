import { Button, Group } from '@mantine/core';
import { IconDeviceFloppy } from '@tabler/icons-react';
import type { FieldDiary, SectionName } from '#contract/works/diary/model.ts';
import { useUnsavedGuard } from '#web/office/lib/useUnsavedGuard.ts';
import { FormBody } from '#web/office/ui/form/FormBody.tsx';
import { EntryInputs } from '../EntryInputs.tsx';
import type { EntryFields } from '../typed.ts';
import { useEntryForm } from '../useEntryForm.ts';

interface OneEntryProps {
  contracts: FieldDiary['contratos'];
  keep: (fields: EntryFields, photos: readonly File[]) => Promise<void>;
  initial?: Partial<EntryFields>;
  /** Those that are there already; null: photographs are not asked for. */
  photos?: readonly File[] | null;
  submitLabel?: string;
  onCancel?: () => void;
}

/** The next entry often is of the same section. */
const nextAfter = (seccion: SectionName | null) => ({ seccion: seccion ?? 'trabajo', contrato_id: null });

/** The form of one entry on the phone. After saving it is empty for the next one. */
export function OneEntry({
  contracts,
  keep,
  initial,
  photos: first,
  submitLabel = 'Guardar',
  onCancel,
}: OneEntryProps) {
  const { form, photos, setPhotos } = useEntryForm({
    ...(initial && { initial }),
    ...(first && { photos: first }),
    send: keep,
    onDone: () => {
      if (onCancel) return;
      const { seccion } = form.form.getValues();
      form.fill(nextAfter(seccion));
      setPhotos([]);
    },
  });
  useUnsavedGuard((form.form.isDirty() || photos.length > (first?.length ?? 0)) && !form.loading);
  return (
    <FormBody
      {...form.frame}
      foot={
        <Group grow mt="md">
          {onCancel && (
            <Button variant="default" size="lg" onClick={onCancel}>
              Cancelar
            </Button>
          )}
          <Button
            type="submit"
            size="lg"
            loading={form.loading}
            leftSection={<IconDeviceFloppy size={20} aria-hidden />}
          >
            {submitLabel}
          </Button>
        </Group>
      }
    >
      <EntryInputs
        of={form}
        contracts={contracts}
        photos={first === null ? null : photos}
        onPhotos={setPhotos}
      />
    </FormBody>
  );
}
