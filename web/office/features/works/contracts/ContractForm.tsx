import { useForm } from '@mantine/form';
import { contractTypes } from '#contract/company/catalogs/worksLists.ts';
import { changeContract, createContract, findContract } from '#contract/works/contracts/endpoints.ts';
import { ContractChange, NewContract, type Contract } from '#contract/works/contracts/model.ts';
import { RecordTalk } from '#web/office/features/company/comments/RecordTalk.tsx';
import { zodErrors } from '#web/office/lib/formErrors.ts';
import { queryOf, useAction, useOptions } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { useFilled } from '#web/office/lib/useFilled.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { ContractFields } from './ContractFields.tsx';
import { emptyContract, valuesOf, wireOf, type ContractValues } from './contractForm.ts';

/** Draws up a contract; it begins as Borrador. */
export function NewContractDrawer({
  projectId,
  onClose,
}: {
  projectId?: number | undefined;
  onClose: () => void;
}) {
  const seesAmount = useCan('contratos.montos');
  const save = useAction(createContract, { success: 'Contrato creado.', inline: true });
  const proposed = useOptions(queryOf(contractTypes.list, {})).find(({ selected }) => selected === 1);
  const typeOf = ({ type_id }: ContractValues) => type_id || String(proposed?.id ?? '');
  const bodyOf = (values: ContractValues) => ({
    project_id: Number(values.project_id),
    ...wireOf({ ...values, type_id: typeOf(values) }, seesAmount),
  });
  const form = useForm<ContractValues>({
    initialValues: emptyContract(projectId),
    validateInputOnBlur: true,
    validate: (values) => zodErrors(NewContract)(bodyOf(values)),
  });
  return (
    <FormDrawer
      title="Nuevo contrato"
      opened
      onClose={onClose}
      form={form}
      onSubmit={(values) => save.mutate({ body: bodyOf(values) }, { onSuccess: onClose })}
      loading={save.isPending}
      submitError={save.error}
      submitLabel="Crear contrato"
    >
      <ContractFields form={form} typeId={typeOf(form.values)} seesAmount={seesAmount} contract={null} />
    </FormDrawer>
  );
}

/** Corrects a draft; its project stays. */
export function EditContractDrawer({ contract, onClose }: { contract: Contract; onClose: () => void }) {
  const seesAmount = contract.amount_visible;
  const save = useAction(changeContract, {
    success: 'Contrato guardado.',
    inline: true,
  });
  const form = useForm<ContractValues>({
    initialValues: valuesOf(contract),
    validateInputOnBlur: true,
    validate: (values) => zodErrors(ContractChange)(wireOf(values, seesAmount)),
  });
  const { filled, reload } = useFilled(
    contract,
    queryOf(findContract, { params: { id: contract.id } }),
    ({ data }) => data,
    valuesOf,
  );
  return (
    <FormDrawer
      title={`${contract.reference} · ${contract.project.name}`}
      opened
      onClose={onClose}
      form={form}
      onSubmit={(values) =>
        save.mutate(
          { params: { id: contract.id }, body: { ...wireOf(values, seesAmount), version: filled?.version } },
          { onSuccess: onClose },
        )
      }
      loading={save.isPending}
      submitError={save.error}
      reload={reload}
      submitLabel="Guardar contrato"
      after={<RecordTalk reference="contrato" id={contract.id} />}
    >
      <ContractFields form={form} typeId={form.values.type_id} seesAmount={seesAmount} contract={contract} />
    </FormDrawer>
  );
}
