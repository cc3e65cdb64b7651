import { Button, ColorInput, Group, Stack } from '@mantine/core';
import { useRef } from 'react';
import { z } from 'zod';
import { changeSetting, getSettings } from '#contract/company/settings/endpoints.ts';
import { DEFAULTS, LOGO_FILE, Settings } from '#contract/company/settings/model.ts';
import { call } from '#web/office/lib/call.ts';
import { FileSlot } from '#web/office/ui/FileSlot.tsx';
import { Refusal } from '#web/office/lib/refusal.ts';
import { BrandPreview } from './BrandPreview.tsx';
import { bound } from '#web/office/ui/form/fields.tsx';
import { RecordForm } from '#web/office/ui/form/RecordForm.tsx';
import { within } from '#web/office/ui/form/useFields.ts';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { useRemoveLogo, useSetLogo, versionOf, type StoredSettings } from './settings.api.ts';

const Brand = z.object({ value: Settings.shape.brand.unwrap().pick({ color: true }) });
const brandOf = (all: StoredSettings) => ({ value: all.values.brand, version: versionOf(all, 'brand') });

const SWATCHES = ['#0f573a', '#1d4ed8', '#9a3412', '#7c1d6f', '#0e7490', '#b91c1c', '#4d4f53'];
const isColor = (text: string) => /^#[0-9a-f]{6}$/i.test(text);

interface Next {
  label: string;
  go: () => void;
}

/**
 * Logo and colour; in the guided setup, also the next button, which saves a chosen colour too. The logo is saved at
 * once, the colour with its button, after a preview.
 */
export function BrandForm({ stored, next = null }: { stored: StoredSettings; next?: Next | null }) {
  const logo = useSetLogo();
  const remove = useRemoveLogo();
  // Set by the next button: go on after the colour is saved.
  const goesOn = useRef(false);
  const form = useRecordForm({
    schema: Brand,
    initial: brandOf(stored),
    reread: async () => brandOf((await call(getSettings)).data),
    send: ({ value }, as, version) =>
      call(changeSetting, { params: { key: 'brand' }, body: { value, version } }, as),
    success: 'Color guardado.',
    onDone: ({ data }) => {
      form.fill(brandOf(data));
      if (goesOn.current) next?.go();
    },
  });
  const { value, set, input } = bound(within(form, 'value'), 'color');
  const color = value ?? '';
  /**
   * The logo shares a setting with the colour, so a new logo raises the version. Keeps a colour that the user chose
   * meanwhile.
   */
  const goOnFrom = (all: StoredSettings) => {
    const chosen = form.form.isDirty() ? form.form.getValues() : null;
    form.fill(brandOf(all));
    if (chosen) form.form.setValues(chosen);
  };
  /** While a logo is being saved, the form's version is about to change. */
  const loading = form.loading || logo.isPending || remove.isPending;
  const goOn = () => {
    goesOn.current = true;
    form.form.onSubmit(form.frame.onSubmit)();
  };
  const choose = (file: File) => {
    const body = new FormData();
    body.set('archivo', file);
    logo.mutate({ body }, { onSuccess: ({ data }) => goOnFrom(data) });
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
        onRemove={
          stored.logo_url ? () => remove.mutate({}, { onSuccess: ({ data }) => goOnFrom(data) }) : null
        }
        error={
          logo.error
            ? logo.error instanceof Refusal
              ? (logo.error.fields[0]?.message ?? logo.error.message)
              : 'No se pudo enviar.'
            : null
        }
      />
      <RecordForm
        {...form.frame}
        loading={loading}
        onSubmit={(values) => {
          goesOn.current = false;
          form.frame.onSubmit(values);
        }}
        submitLabel="Guardar color"
        beside={
          <Group gap="xs">
            <Button variant="default" disabled={color === ''} onClick={() => set(null)}>
              El verde de Llave
            </Button>
          </Group>
        }
      >
        <ColorInput
          {...input}
          label="Color de la marca"
          description={`Vacío: ${DEFAULTS.brand.color ?? 'el verde de Llave'}.`}
          swatches={SWATCHES}
          format="hex"
          maw={280}
          popoverProps={{ withinPortal: false }}
          eyeDropperButtonProps={{ 'aria-label': 'Tomar un color de la pantalla' }}
          value={color}
          onChange={set}
        />
        <BrandPreview color={isColor(color) ? color : null} />
      </RecordForm>
      {next && (
        <Group justify="flex-end">
          <Button loading={loading} onClick={form.form.isDirty() ? goOn : next.go}>
            {next.label}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
