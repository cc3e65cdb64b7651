import { SimpleGrid } from '@mantine/core';
import {
  addExecutive,
  changeExecutive,
  ExecutiveForm,
  listProjectBanks,
  type BankExecutive,
  type ProjectBank,
} from '#contract/projects/projects/banks.ts';
import { call } from '#web/office/lib/call.ts';
import { showPhone } from '#web/office/lib/format.ts';
import { CheckField, LongTextField, NumberField, TextField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

const valuesOf = (executive: BankExecutive) => ({
  ...executive,
  phone: executive.phone && showPhone(executive.phone),
});

interface ExecutiveDrawerProps {
  projectId: number;
  bank: ProjectBank;
  /** null: a new one. */
  executive: BankExecutive | null;
  onClose: () => void;
}

/** The form of a bank's executive, who serves the project's buyers. */
export function ExecutiveDrawer({ projectId, bank, executive, onClose }: ExecutiveDrawerProps) {
  const known = bank.executives.length;
  const form = useRecordForm({
    schema: ExecutiveForm,
    initial: executive ? valuesOf(executive) : { main: known === 0, position: known },
    reread: executive
      ? async () => {
          const { data } = await call(listProjectBanks, { params: { id: projectId } });
          const all = data.flatMap(({ executives }) => executives);
          return valuesOf(all.find(({ id }) => id === executive.id) ?? executive);
        }
      : undefined,
    send: (body, as, version) =>
      executive
        ? call(changeExecutive, { params: { id: executive.id }, body: { ...body, version } }, as)
        : call(addExecutive, { params: { id: bank.id }, body }, as),
    success: executive ? 'Ejecutivo guardado.' : 'Ejecutivo agregado.',
    onDone: onClose,
  });
  return (
    <FormDrawer
      title={executive ? `Editar a ${executive.name}` : `Ejecutivo de ${bank.bank.name}`}
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel={executive ? 'Guardar ejecutivo' : 'Agregar ejecutivo'}
    >
      <TextField of={form} name="name" label="Nombre" maxLength={120} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <TextField of={form} name="phone" label="Teléfono" inputMode="tel" maxLength={40} />
        <TextField of={form} name="email" label="Correo" inputMode="email" maxLength={254} />
      </SimpleGrid>
      <TextField of={form} name="branch" label="Sucursal" maxLength={80} />
      <LongTextField of={form} name="notes" label="Notas" maxLength={500} />
      <NumberField
        of={form}
        name="position"
        label="Lugar en la lista"
        description="El menor va primero, después del principal."
        allowDecimal={false}
        min={0}
        max={999}
      />
      <CheckField
        of={form}
        name="main"
        label="Principal: a quien se llama"
        disabled={form.values.archived === true}
      />
      {executive && <CheckField of={form} name="archived" label="Archivado: ya no atiende este proyecto" />}
    </FormDrawer>
  );
}
