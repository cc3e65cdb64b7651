import {
  addProjectBank,
  changeProjectBank,
  copyProjectBanks,
  listLenders,
  listProjectBanks,
  type ProjectBank,
} from '#contract/projects/projects/banks.ts';
import { listProjects } from '#contract/projects/projects/endpoints.ts';
import { call } from '#web/office/lib/call.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { LongTextField, OptionField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

const chosen = (id: number | null) => (id === null ? 'Elige uno de la lista.' : null);
const optionsOf = (list: readonly { id: number; name: string }[]) =>
  list.map(({ id, name }) => ({ value: id, label: name }));
const Notes = changeProjectBank.body.pick({ notes: true });

/** Adds a bank that finances the project. */
export function AddBankDrawer({
  projectId,
  known,
  onClose,
}: {
  projectId: number;
  known: readonly ProjectBank[];
  onClose: () => void;
}) {
  const here = new Set(known.map(({ bank }) => bank.id));
  const lenders = useOptions(queryOf(listLenders)).filter(({ id }) => !here.has(id));
  const form = useRecordForm({
    schema: addProjectBank.body,
    initial: {},
    check: ({ bank_id }) => ({ bank_id: chosen(bank_id) }),
    send: (body, as) => call(addProjectBank, { params: { id: projectId }, body }, as),
    success: 'Banco agregado.',
    onDone: onClose,
  });
  return (
    <FormDrawer title="Agregar banco" opened onClose={onClose} {...form.frame} submitLabel="Agregar banco">
      <OptionField
        of={form}
        name="bank_id"
        label="Banco"
        description="Los de la lista «Bancos» que dan hipotecas."
        nothing="Elige el banco"
        options={optionsOf(lenders)}
      />
      <LongTextField
        of={form}
        name="notes"
        label="Notas"
        description="Qué pide este banco en este proyecto."
        maxLength={500}
      />
    </FormDrawer>
  );
}

/** Edits the notes about a bank in this project. */
export function BankNotesDrawer({
  projectId,
  bank,
  onClose,
}: {
  projectId: number;
  bank: ProjectBank;
  onClose: () => void;
}) {
  const form = useRecordForm({
    schema: Notes,
    initial: bank,
    reread: async () => {
      const { data } = await call(listProjectBanks, { params: { id: projectId } });
      return data.find(({ id }) => id === bank.id) ?? bank;
    },
    send: ({ notes }, as, version) =>
      call(
        changeProjectBank,
        { params: { id: bank.id }, body: { notes, archived: bank.archived, version } },
        as,
      ),
    success: 'Notas guardadas.',
    onDone: onClose,
  });
  return (
    <FormDrawer
      title={`Notas de ${bank.bank.name}`}
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Guardar notas"
    >
      <LongTextField of={form} name="notes" label="Notas" minRows={3} maxLength={500} />
    </FormDrawer>
  );
}

/** Copies another project's banks with their executives. Existing ones stay unchanged. */
export function CopyBanksDrawer({ projectId, onClose }: { projectId: number; onClose: () => void }) {
  const projects = useOptions(queryOf(listProjects, { query: { per_page: '200' } }));
  const form = useRecordForm({
    schema: copyProjectBanks.body,
    initial: {},
    check: ({ from_project_id }) => ({ from_project_id: chosen(from_project_id) }),
    send: (body, as) => call(copyProjectBanks, { params: { id: projectId }, body }, as),
    success: ({ success }) => success,
    onDone: onClose,
  });
  return (
    <FormDrawer
      title="Copiar bancos de otro proyecto"
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Copiar bancos"
    >
      <OptionField
        of={form}
        name="from_project_id"
        label="Proyecto"
        description="Se copian los bancos que aquí faltan, con sus ejecutivos vigentes."
        nothing="Elige el proyecto"
        options={optionsOf(projects.filter(({ id }) => id !== projectId))}
      />
    </FormDrawer>
  );
}
