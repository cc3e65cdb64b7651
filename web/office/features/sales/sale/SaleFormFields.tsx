import {
  ActionIcon,
  Button,
  Group,
  NativeSelect,
  SegmentedControl,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import type { useForm } from '@mantine/form';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { kinships } from '#contract/company/catalogs/peopleLists.ts';
import { origins } from '#contract/company/catalogs/salesLists.ts';
import { isEmployee } from '#contract/sales/sale/form.ts';
import { EMPLOYMENT, SECTORS } from '#contract/sales/sale/values.ts';

/** The form of a pre-contract as a colleague types it; empty texts are sent as null. */
export interface SaleFormValues {
  nombre: string;
  celular: string;
  email: string;
  tipo_documento: 'cedula' | 'pasaporte' | 'ruc';
  cedula: string;
  sector_trabajo: string;
  estatus_laboral: string;
  forma_pago: 'hipoteca' | 'contado';
  origen: string;
  numero_camp: string;
  grupo_familiar: { nombre: string; cedula: string; parentesco_id: number }[];
}

const FAMILY_MAX = 20;
const choose = (values: readonly string[], empty: string) => [
  { value: '', label: empty },
  ...values.map((value) => ({ value, label: value })),
];

type Form = Pick<
  ReturnType<typeof useForm<SaleFormValues>>,
  'getInputProps' | 'values' | 'setFieldValue' | 'insertListItem' | 'removeListItem'
>;

/** Identity, work and family. A sector without employer has no employment status (spec §2.1). */
export function PersonFields({ form }: { form: Form }) {
  const { values } = form;
  return (
    <>
      <Group grow align="flex-start">
        <NativeSelect
          label="Documento"
          data={[
            { value: 'cedula', label: 'Cédula' },
            { value: 'pasaporte', label: 'Pasaporte' },
            { value: 'ruc', label: 'RUC' },
          ]}
          {...form.getInputProps('tipo_documento')}
        />
        <TextInput label="Número" placeholder="8-712-4567" {...form.getInputProps('cedula')} />
      </Group>
      <TermsFields form={form} />
      <Group grow align="flex-start">
        <NativeSelect
          label="Origen"
          data={[
            { value: '', label: 'Sin indicar' },
            ...origins.rows.map(([, label, { name_id }]) => ({ value: name_id, label })),
          ]}
          {...form.getInputProps('origen')}
        />
        <TextInput label="N.º de campaña" {...form.getInputProps('numero_camp')} />
      </Group>
      <Stack gap="xs">
        <Text size="sm" fw={600}>
          Grupo familiar
        </Text>
        {values.grupo_familiar.map((_, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- rows have no identity before they are kept
          <Group key={at} gap="xs" align="flex-start" wrap="nowrap">
            <TextInput
              aria-label={`Nombre del familiar ${at + 1}`}
              placeholder="Nombre"
              flex={2}
              {...form.getInputProps(`grupo_familiar.${at}.nombre`)}
            />
            <TextInput
              aria-label={`Cédula del familiar ${at + 1}`}
              placeholder="Cédula"
              flex={1}
              {...form.getInputProps(`grupo_familiar.${at}.cedula`)}
            />
            <NativeSelect
              aria-label={`Parentesco del familiar ${at + 1}`}
              flex={1}
              data={kinships.rows.map(([id, label]) => ({ value: String(id), label }))}
              value={String(values.grupo_familiar[at]?.parentesco_id ?? 1)}
              onChange={(event) =>
                form.setFieldValue(`grupo_familiar.${at}.parentesco_id`, Number(event.currentTarget.value))
              }
            />
            <ActionIcon
              variant="subtle"
              color="red"
              size="lg"
              aria-label={`Quitar al familiar ${at + 1}`}
              onClick={() => form.removeListItem('grupo_familiar', at)}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </Group>
        ))}
        {values.grupo_familiar.length < FAMILY_MAX && (
          <Button
            variant="default"
            size="compact-sm"
            w="fit-content"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() =>
              form.insertListItem('grupo_familiar', { nombre: '', cedula: '', parentesco_id: 1 })
            }
          >
            Agregar familiar
          </Button>
        )}
      </Stack>
    </>
  );
}

/** Sector, status and form of payment: what the checklist follows. */
export function TermsFields({ form }: { form: Form }) {
  const employee = isEmployee(form.values.sector_trabajo);
  return (
    <>
      <Group grow align="flex-start">
        <NativeSelect
          label="Sector de trabajo"
          data={choose(SECTORS, 'Sin indicar')}
          {...form.getInputProps('sector_trabajo')}
          onChange={(event) => {
            const sector = event.currentTarget.value;
            form.setFieldValue('sector_trabajo', sector);
            if (!isEmployee(sector)) form.setFieldValue('estatus_laboral', '');
          }}
        />
        <NativeSelect
          label="Estatus laboral"
          disabled={!employee}
          data={choose(EMPLOYMENT, 'Sin indicar')}
          {...form.getInputProps('estatus_laboral')}
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
          {...form.getInputProps('forma_pago')}
        />
      </Stack>
    </>
  );
}

const orNull = (text: string) => (text.trim() === '' ? null : text.trim());

/** The values as the server takes them. */
export const wireOf = (values: SaleFormValues) => ({
  nombre: values.nombre,
  celular: values.celular,
  email: orNull(values.email),
  ...(values.cedula.trim() && { tipo_documento: values.tipo_documento, cedula: values.cedula.trim() }),
  ...termsWire(values),
  origen: orNull(values.origen),
  numero_camp: orNull(values.numero_camp),
  grupo_familiar: values.grupo_familiar.map((one) => ({ ...one, cedula: orNull(one.cedula) })),
});

export const termsWire = (values: SaleFormValues) => ({
  sector_trabajo: orNull(values.sector_trabajo) as (typeof SECTORS)[number] | null,
  estatus_laboral: orNull(values.estatus_laboral) as (typeof EMPLOYMENT)[number] | null,
  forma_pago: values.forma_pago,
});

export const EMPTY_FORM: SaleFormValues = {
  nombre: '',
  celular: '',
  email: '',
  tipo_documento: 'cedula',
  cedula: '',
  sector_trabajo: '',
  estatus_laboral: '',
  forma_pago: 'hipoteca',
  origen: '',
  numero_camp: '',
  grupo_familiar: [],
};
