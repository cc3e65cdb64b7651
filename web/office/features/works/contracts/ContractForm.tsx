import { contractTypes } from '#contract/company/catalogs/worksLists.ts';
import { changeContract, createContract, findContract } from '#contract/works/contracts/endpoints.ts';
import { usualMeasure } from '#contract/works/contracts/rules.ts';
import { NewContract } from '#contract/works/contracts/forms.ts';
import { type Contract } from '#contract/works/contracts/model.ts';
import { call } from '#web/office/lib/call.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { ContractFields } from './ContractFields.tsx';

const valuesOf = (one: Contract) => ({
  ...one,
  project_id: one.project.id,
  type_id: one.type.id,
  house_ids: one.houses.map(({ id }) => id),
});

interface ContractFormProps {
  /** The draft to edit, whose project is fixed; null: a new one, which starts as Borrador. */
  contract: Contract | null;
  projectId?: number | undefined;
  onClose: () => void;
}

/** Drafts a contract. */
export function ContractForm({ contract, projectId, onClose }: ContractFormProps) {
  const may = useCan('contratos.montos');
  const seesAmount = contract?.amount_visible ?? may;
  const types = useOptions(queryOf(contractTypes.list, {}));
  const usual = types.find(({ selected }) => selected === 1);
  const params = { id: contract?.id ?? 0 };
  const form = useRecordForm({
    schema: NewContract,
    initial: contract ? valuesOf(contract) : { project_id: projectId ?? null },
    proposed: { type_id: usual?.id ?? null, ...(!contract && { retention_months: 12 }) },
    onChange: (now, before) => ({
      ...(now.project_id !== before.project_id && { house_ids: [] }),
      ...(now.type_id !== before.type_id && now.type_id !== null && { measure: usualMeasure(now.type_id) }),
    }),
    reread: contract ? async () => valuesOf((await call(findContract, { params })).data) : undefined,
    send: ({ amount_centavos, project_id, ...words }, as, version) => {
      // Sends the amount only if the user may see it.
      const body = { ...words, ...(seesAmount && { amount_centavos }) };
      return contract
        ? call(changeContract, { params, body: { ...body, version } }, as)
        : call(createContract, { body: { ...body, project_id } }, as);
    },
    success: contract ? 'Contrato guardado.' : 'Contrato creado.',
    onDone: onClose,
  });
  return (
    <FormDrawer
      title={contract ? `${contract.reference} · ${contract.project.name}` : 'Nuevo contrato'}
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel={contract ? 'Guardar contrato' : 'Crear contrato'}
    >
      <ContractFields of={form} types={types} seesAmount={seesAmount} contract={contract} />
    </FormDrawer>
  );
}
