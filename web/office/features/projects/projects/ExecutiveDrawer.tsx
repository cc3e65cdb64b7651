import { Checkbox, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import { NumberField } from '#web/office/ui/NumberField.tsx';
import { useForm } from '@mantine/form';
import {
  addExecutive,
  changeExecutive,
  ExecutiveForm,
  listProjectBanks,
  type BankExecutive,
  type ProjectBank,
} from '#contract/projects/projects/banks.ts';
import { zodErrors } from '#web/office/lib/formErrors.ts';
import { showPhone } from '#web/office/lib/format.ts';
import { queryOf, useAction } from '#web/office/lib/query.ts';
import { useFilled } from '#web/office/lib/useFilled.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

interface Values {
  name: string;
  phone: string;
  email: string;
  branch: string;
  notes: string;
  main: boolean;
  position: number | string;
  archived: boolean;
}

/** `known`: how many the bank has already, where a new one begins. */
const valuesOf = (executive: BankExecutive | null, known = 0): Values => ({
  name: executive?.name ?? '',
  phone: executive?.phone ? showPhone(executive.phone) : '',
  email: executive?.email ?? '',
  branch: executive?.branch ?? '',
  notes: executive?.notes ?? '',
  main: executive?.main ?? known === 0,
  position: executive?.position ?? known,
  archived: executive?.archived ?? false,
});

const wireOf = (values: Values) => ({
  ...values,
  phone: values.phone.trim() || null,
  email: values.email.trim() || null,
  position: Number(values.position),
});

interface ExecutiveDrawerProps {
  projectId: number;
  bank: ProjectBank;
  /** null: a new one. */
  executive: BankExecutive | null;
  onClose: () => void;
}

/** Somebody at a bank who takes care of the project's buyers. */
export function ExecutiveDrawer({ projectId, bank, executive, onClose }: ExecutiveDrawerProps) {
  const touched = { invalidates: [listProjectBanks], inline: true } as const;
  const add = useAction(addExecutive, { ...touched, success: 'Ejecutivo agregado.' });
  const change = useAction(changeExecutive, { ...touched, success: 'Ejecutivo guardado.' });
  const save = executive ? change : add;
  const form = useForm<Values>({
    initialValues: valuesOf(executive, bank.executives.length),
    validateInputOnBlur: true,
    validate: (values) => zodErrors(ExecutiveForm)(wireOf(values)),
  });
  const { filled, reload } = useFilled(
    executive,
    executive && queryOf(listProjectBanks, { params: { id: projectId } }),
    ({ data }) => data.flatMap(({ executives }) => executives).find(({ id }) => id === executive?.id),
    (one) => valuesOf(one),
  );
  const submit = (values: Values) => {
    const body = wireOf(values);
    if (executive)
      change.mutate(
        { params: { id: executive.id }, body: { ...body, version: filled?.version } },
        { onSuccess: onClose },
      );
    else add.mutate({ params: { id: bank.id }, body }, { onSuccess: onClose });
  };
  return (
    <FormDrawer
      title={executive ? `Editar a ${executive.name}` : `Ejecutivo de ${bank.bank.name}`}
      opened
      onClose={onClose}
      form={form}
      onSubmit={submit}
      loading={save.isPending}
      submitError={save.error}
      reload={reload}
      submitLabel={executive ? 'Guardar ejecutivo' : 'Agregar ejecutivo'}
    >
      <TextInput label="Nombre" required maxLength={120} {...form.getInputProps('name')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <TextInput label="Teléfono" inputMode="tel" maxLength={40} {...form.getInputProps('phone')} />
        <TextInput label="Correo" inputMode="email" maxLength={254} {...form.getInputProps('email')} />
      </SimpleGrid>
      <TextInput label="Sucursal" maxLength={80} {...form.getInputProps('branch')} />
      <Textarea label="Notas" autosize minRows={2} maxLength={500} {...form.getInputProps('notes')} />
      <NumberField
        label="Lugar en la lista"
        description="El menor va primero, después del principal."
        allowDecimal={false}
        min={0}
        max={999}
        {...form.getInputProps('position')}
      />
      <Checkbox
        label="Principal: a quien se llama"
        {...form.getInputProps('main', { type: 'checkbox' })}
        disabled={form.values.archived}
      />
      {executive && (
        <Checkbox
          label="Archivado: ya no atiende este proyecto"
          {...form.getInputProps('archived', { type: 'checkbox' })}
        />
      )}
    </FormDrawer>
  );
}
