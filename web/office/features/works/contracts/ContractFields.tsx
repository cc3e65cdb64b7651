import { MultiSelect, NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import { contractTypes } from '#contract/company/catalogs/worksLists.ts';
import type { Contract } from '#contract/works/contracts/model.ts';
import { listHouseOptions } from '#contract/projects/houses/endpoints.ts';
import { listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { listContractingParties, listContractors } from '#contract/company/users/lists.endpoints.ts';
import type { FieldsOf } from '#web/office/lib/formErrors.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { DayInput } from '#web/office/ui/DayInput.tsx';
import { MoneyInput } from '#web/office/ui/MoneyInput.tsx';
import type { ContractValues } from './contractForm.ts';

interface ContractFieldsProps {
  form: FieldsOf<ContractValues>;
  /** What is chosen, or proposed while nobody has chosen. */
  typeId: string;
  seesAmount: boolean;
  /** The draft that is corrected; null: a new one. What it has stays offered to it. */
  contract: Contract | null;
}

type Named = { id: number; name: string };

/** Options of a select, with what is chosen already also where it is no longer offered. */
const optionsOf = (list: readonly Named[], kept: Named | undefined, none: string) => [
  { value: '', label: none },
  ...[...(kept && !list.some(({ id }) => id === kept.id) ? [kept] : []), ...list].map(({ id, name }) => ({
    value: String(id),
    label: name,
  })),
];

/** The fields of a contract, in the order in which one is drawn up. */
export function ContractFields({ form, typeId, seesAmount, contract }: ContractFieldsProps) {
  const { values } = form;
  const chosen = values.project_id === '' ? undefined : Number(values.project_id);
  const projects = useOptions({ ...queryOf(listProjectOptions, {}), enabled: contract === null });
  const types = useOptions(queryOf(contractTypes.list, {}));
  const contractors = useOptions(queryOf(listContractors, {}));
  const parties = useOptions(queryOf(listContractingParties, {}));
  const houses = useOptions({
    ...queryOf(listHouseOptions, { params: { projectId: chosen ?? 0 } }),
    enabled: chosen !== undefined,
  });
  const offered = [
    ...houses,
    ...(contract?.houses ?? []).filter((kept) => !houses.some(({ id }) => id === kept.id)),
  ];
  return (
    <>
      {!contract && (
        <NativeSelect
          label="Proyecto"
          required
          data={[
            { value: '', label: 'Elige el proyecto' },
            ...projects.map(({ id, text }) => ({ value: String(id), label: text })),
          ]}
          {...form.getInputProps('project_id')}
          onChange={(event) => {
            form.setFieldValue('project_id', event.currentTarget.value);
            form.setFieldValue('house_ids', []);
          }}
        />
      )}
      <NativeSelect
        label="Tipo"
        required
        data={optionsOf(types, contract?.type, 'Elige el tipo')}
        {...form.getInputProps('type_id')}
        value={typeId}
      />
      <TextInput label="Nombre" required maxLength={120} {...form.getInputProps('name')} />
      <TextInput
        label="Referencia"
        description="El número con que se conoce el contrato; uno solo en el proyecto."
        required
        maxLength={40}
        {...form.getInputProps('reference')}
      />
      <NativeSelect
        label="Contratista"
        required
        data={optionsOf(contractors, contract?.contractor, 'Elige el contratista')}
        {...form.getInputProps('contractor_id')}
      />
      <NativeSelect
        label="Contratante"
        required
        data={optionsOf(parties, contract?.contracting_party, 'Elige la empresa contratante')}
        {...form.getInputProps('contracting_party_id')}
      />
      <MultiSelect
        label="Viviendas"
        description="Las que construye este contrato. Uno de infraestructura no tiene."
        placeholder={values.house_ids.length > 0 ? undefined : 'Elige las viviendas'}
        disabled={chosen === undefined}
        searchable
        clearable
        hidePickedOptions
        nothingFoundMessage="Ninguna vivienda se llama así."
        clearButtonProps={{ 'aria-label': 'Quitar todas las viviendas' }}
        data={offered.map(({ id, name }) => ({ value: String(id), label: name }))}
        {...form.getInputProps('house_ids')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <DayInput
          label="Empieza"
          value={values.starts_on}
          onChange={(day) => form.setFieldValue('starts_on', day)}
          error={form.errors['starts_on']}
        />
        <DayInput
          label="Termina"
          value={values.ends_on}
          onChange={(day) => form.setFieldValue('ends_on', day)}
          error={form.errors['ends_on']}
        />
      </SimpleGrid>
      {seesAmount && (
        <MoneyInput
          label="Monto sin ITBMS"
          description="Puede quedar vacío mientras se negocia."
          centavos={values.amount_centavos}
          onCentavos={(cents) => form.setFieldValue('amount_centavos', cents)}
          error={form.errors['amount_centavos']}
        />
      )}
    </>
  );
}
