import { NativeSelect, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import {
  addProjectBank,
  changeProjectBank,
  copyProjectBanks,
  listLenders,
  listProjectBanks,
  type ProjectBank,
} from '#contract/projects/projects/banks.ts';
import { findProject, listProjects } from '#contract/projects/projects/endpoints.ts';
import { queryOf, useAction, useOptions } from '#web/office/lib/query.ts';
import { useFilled } from '#web/office/lib/useFilled.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

const touched = { invalidates: [listProjectBanks, findProject], inline: true } as const;
const chosen = (value: string) => (value ? null : 'Elige uno de la lista.');

/** Another bank that lends for houses. */
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
  const save = useAction(addProjectBank, { ...touched, success: 'Banco agregado.' });
  const form = useForm({ initialValues: { bank_id: '', notes: '' }, validate: { bank_id: chosen } });
  return (
    <FormDrawer
      title="Agregar banco"
      opened
      onClose={onClose}
      form={form}
      onSubmit={({ bank_id, notes }) =>
        save.mutate(
          { params: { id: projectId }, body: { bank_id: Number(bank_id), notes } },
          { onSuccess: onClose },
        )
      }
      loading={save.isPending}
      submitError={save.error}
      submitLabel="Agregar banco"
    >
      <NativeSelect
        label="Banco"
        description="Los de la lista «Bancos» que dan hipotecas."
        required
        data={[
          { value: '', label: 'Elige el banco' },
          ...lenders.map((one) => ({ value: String(one.id), label: one.name })),
        ]}
        {...form.getInputProps('bank_id')}
      />
      <Textarea
        label="Notas"
        description="Qué pide este banco en este proyecto."
        autosize
        minRows={2}
        maxLength={500}
        {...form.getInputProps('notes')}
      />
    </FormDrawer>
  );
}

/** What to know of a bank in this project. */
export function BankNotesDrawer({
  projectId,
  bank,
  onClose,
}: {
  projectId: number;
  bank: ProjectBank;
  onClose: () => void;
}) {
  const save = useAction(changeProjectBank, { ...touched, success: 'Notas guardadas.' });
  const form = useForm({ initialValues: { notes: bank.notes } });
  const { filled, reload } = useFilled(
    bank,
    queryOf(listProjectBanks, { params: { id: projectId } }),
    ({ data }) => data.find(({ id }) => id === bank.id),
    ({ notes }) => ({ notes }),
  );
  return (
    <FormDrawer
      title={`Notas de ${bank.bank.name}`}
      opened
      onClose={onClose}
      form={form}
      onSubmit={({ notes }) =>
        save.mutate(
          { params: { id: bank.id }, body: { notes, archived: bank.archived, version: filled?.version } },
          { onSuccess: onClose },
        )
      }
      loading={save.isPending}
      submitError={save.error}
      reload={reload}
      submitLabel="Guardar notas"
    >
      <Textarea label="Notas" autosize minRows={3} maxLength={500} {...form.getInputProps('notes')} />
    </FormDrawer>
  );
}

/** The banks of another project with their executives; what is here already stays as it is. */
export function CopyBanksDrawer({ projectId, onClose }: { projectId: number; onClose: () => void }) {
  const projects = useOptions(queryOf(listProjects, { query: { per_page: '200' } }));
  const save = useAction(copyProjectBanks, { ...touched, success: ({ success }) => success });
  const form = useForm({ initialValues: { from_project_id: '' }, validate: { from_project_id: chosen } });
  return (
    <FormDrawer
      title="Copiar bancos de otro proyecto"
      opened
      onClose={onClose}
      form={form}
      onSubmit={({ from_project_id }) =>
        save.mutate(
          { params: { id: projectId }, body: { from_project_id: Number(from_project_id) } },
          { onSuccess: onClose },
        )
      }
      loading={save.isPending}
      submitError={save.error}
      submitLabel="Copiar bancos"
    >
      <NativeSelect
        label="Proyecto"
        description="Se copian los bancos que aquí faltan, con sus ejecutivos vigentes."
        required
        data={[
          { value: '', label: 'Elige el proyecto' },
          ...projects
            .filter(({ id }) => id !== projectId)
            .map((one) => ({ value: String(one.id), label: one.name })),
        ]}
        {...form.getInputProps('from_project_id')}
      />
    </FormDrawer>
  );
}
