import { Button, ColorInput, Group, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { DEFAULTS, LOGO_FILE, Settings } from '#contract/company/settings/model.ts';
import { zodErrors } from '#web/office/lib/formErrors.ts';
import { FileSlot } from '#web/office/ui/FileSlot.tsx';
import { Refusal } from '#web/office/lib/refusal.ts';
import { BrandPreview } from './BrandPreview.tsx';
import { RecordForm } from '#web/office/ui/form/RecordForm.tsx';
import {
  useChangeSetting,
  useRemoveLogo,
  useSetLogo,
  versionOf,
  type StoredSettings,
} from './settings.api.ts';

const SWATCHES = ['#0f573a', '#1d4ed8', '#9a3412', '#7c1d6f', '#0e7490', '#b91c1c', '#4d4f53'];
const isColor = (text: string) => /^#[0-9a-f]{6}$/i.test(text);

interface Next {
  label: string;
  go: () => void;
}

/** Logo and colour, and in the guided start the way on, which keeps a chosen colour too. The logo is kept at once; the colour with its button, after looking at it. */
export function BrandForm({ stored, next = null }: { stored: StoredSettings; next?: Next | null }) {
  const logo = useSetLogo();
  const remove = useRemoveLogo();
  const save = useChangeSetting('Color guardado.');
  const { brand } = stored.values;
  const form = useForm({
    initialValues: { value: { color: brand.color ?? '' } },
    validate: ({ value }) => zodErrors(Settings.shape.brand)({ color: value.color || null }),
  });
  const { color } = form.values.value;
  const keep = ({ value }: typeof form.values, onKept: () => void) =>
    save.mutate(
      {
        params: { key: 'brand' },
        body: { value: { color: value.color || null }, version: versionOf(stored, 'brand') },
      },
      {
        onSuccess: () => {
          form.resetDirty();
          onKept();
        },
      },
    );
  const choose = (file: File) => {
    const body = new FormData();
    body.set('archivo', file);
    logo.mutate({ body });
  };
  return (
    <Stack gap="lg">
      <FileSlot
        label="Logo"
        hint="PNG, JPG o WebP; se ve mejor con fondo transparente. Sale en páginas, oficina y correos."
        types={LOGO_FILE.types}
        maxSize={LOGO_FILE.maxSize}
        value={
          logo.isPending
            ? { kind: 'sending', name: 'Logo', share: 0.5 }
            : stored.logo_url
              ? { kind: 'kept', name: 'Logo de la empresa', mime: 'image/png', url: stored.logo_url }
              : { kind: 'none' }
        }
        onSelect={choose}
        onRemove={stored.logo_url ? () => remove.mutate({}) : null}
        error={
          logo.error
            ? logo.error instanceof Refusal
              ? (logo.error.fields[0]?.message ?? logo.error.message)
              : 'No se pudo enviar.'
            : null
        }
      />
      <RecordForm
        form={form}
        onSubmit={(values) => keep(values, () => undefined)}
        loading={save.isPending}
        submitError={save.error}
        submitLabel="Guardar color"
        beside={
          <Group gap="xs">
            <Button
              variant="default"
              disabled={color === ''}
              onClick={() => form.setFieldValue('value.color', '')}
            >
              El verde de Llave
            </Button>
          </Group>
        }
      >
        <ColorInput
          label="Color de la marca"
          description={`Vacío: ${DEFAULTS.brand.color ?? 'el verde de Llave'}.`}
          swatches={SWATCHES}
          format="hex"
          maw={280}
          popoverProps={{ withinPortal: false }}
          eyeDropperButtonProps={{ 'aria-label': 'Tomar un color de la pantalla' }}
          {...form.getInputProps('value.color')}
        />
        <BrandPreview color={isColor(color) ? color : null} />
      </RecordForm>
      {next && (
        <Group justify="flex-end">
          <Button
            loading={save.isPending}
            onClick={form.isDirty() ? () => form.onSubmit((values) => keep(values, next.go))() : next.go}
          >
            {next.label}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
