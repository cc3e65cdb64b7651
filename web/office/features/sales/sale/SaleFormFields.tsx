import { ActionIcon, Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { z } from 'zod';
import { isEmployee, OfficeForm } from '#contract/sales/sale/form.ts';
import { EMPLOYMENT, MAX_FAMILY, SECTORS } from '#contract/sales/sale/values.ts';
import { useFormList, useWordOptions } from '#web/office/lib/formLists.ts';
import { bound, OptionField, TextField } from '#web/office/ui/form/fields.tsx';
import { rowsOf, type RecordFormOf } from '#web/office/ui/form/useFields.ts';

/** The fields that decide the checklist. */
export const Terms = OfficeForm.pick({ sector_trabajo: true, estatus_laboral: true, forma_pago: true });

/** For `onChange`: a sector without employer has no employment status (spec §2.1). */
export const termsOfSector = (
  now: { sector_trabajo: string | null },
  before: { sector_trabajo: string | null },
): { estatus_laboral: null } | undefined =>
  now.sector_trabajo === before.sector_trabajo || isEmployee(now.sector_trabajo)
    ? undefined
    : { estatus_laboral: null };

const same = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

/** Identity, work and family. */
export function PersonFields({ of }: { of: RecordFormOf<typeof OfficeForm> }) {
  const { rows, add, remove } = rowsOf(of, 'grupo_familiar');
  const origins = useWordOptions('origen', of.values.origen);
  const kinships = useFormList('parentescos');
  return (
    <>
      <Group grow align="flex-start">
        <OptionField
          of={of}
          name="tipo_documento"
          label="Documento"
          required={false}
          options={[
            { value: 'cedula', label: 'Cédula' },
            { value: 'pasaporte', label: 'Pasaporte' },
            { value: 'ruc', label: 'RUC' },
          ]}
        />
        <TextField of={of} name="cedula" label="Número" placeholder="8-712-4567" />
      </Group>
      <TermsFields of={of} />
      <Group grow align="flex-start">
        <OptionField of={of} name="origen" label="Origen" nothing="Sin indicar" options={origins} />
        <TextField of={of} name="numero_camp" label="N.º de campaña" />
      </Group>
      <Stack gap="xs">
        <Text size="sm" fw={600}>
          Grupo familiar
        </Text>
        {rows.map((one, at) => (
          <Group key={one.at} gap="xs" align="flex-start" wrap="nowrap">
            <TextField
              of={one}
              name="nombre"
              aria-label={`Nombre del familiar ${at + 1}`}
              placeholder="Nombre"
              flex={2}
            />
            <TextField
              of={one}
              name="cedula"
              aria-label={`Cédula del familiar ${at + 1}`}
              placeholder="Cédula"
              flex={1}
            />
            <OptionField
              of={one}
              name="parentesco_id"
              aria-label={`Parentesco del familiar ${at + 1}`}
              flex={1}
              options={kinships
                .filter(({ id, archived }) => !archived || id === one.values.parentesco_id)
                .map(({ id, label }) => ({ value: id, label }))}
            />
            <ActionIcon
              variant="subtle"
              color="red"
              size="lg"
              aria-label={`Quitar al familiar ${at + 1}`}
              onClick={() => remove(at)}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </Group>
        ))}
        {rows.length < MAX_FAMILY && (
          <Button
            variant="default"
            size="compact-sm"
            w="fit-content"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => add({ parentesco_id: 1 })}
          >
            Agregar familiar
          </Button>
        )}
      </Stack>
    </>
  );
}

/** Sector, employment status and form of payment. */
export function TermsFields({ of }: { of: RecordFormOf<typeof Terms> }) {
  const payment = bound(of, 'forma_pago');
  return (
    <>
      <Group grow align="flex-start">
        <OptionField
          of={of}
          name="sector_trabajo"
          label="Sector de trabajo"
          nothing="Sin indicar"
          options={same(SECTORS)}
        />
        <OptionField
          of={of}
          name="estatus_laboral"
          label="Estatus laboral"
          disabled={!isEmployee(of.values.sector_trabajo)}
          nothing="Sin indicar"
          options={same(EMPLOYMENT)}
        />
      </Group>
      <Stack gap={4}>
        <Text size="sm" fw={600} id="forma-pago">
          Forma de pago
        </Text>
        <SegmentedControl
          aria-labelledby="forma-pago"
          data={[
            { value: 'hipoteca', label: 'Hipoteca' },
            { value: 'contado', label: 'Contado' },
          ]}
          value={payment.value ?? 'hipoteca'}
          onChange={payment.set}
        />
      </Stack>
    </>
  );
}

/** The form's values as the request body: empty texts become null, and an empty document is not sent. */
export const wireOf = <T extends z.input<typeof OfficeForm>>({ tipo_documento, cedula, ...rest }: T) => ({
  ...rest,
  email: rest.email || null,
  origen: rest.origen || null,
  numero_camp: rest.numero_camp || null,
  grupo_familiar: rest.grupo_familiar.map((one) => ({ ...one, cedula: one.cedula || null })),
  ...(cedula.trim() && { tipo_documento, cedula }),
});
