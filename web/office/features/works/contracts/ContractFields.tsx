import { SimpleGrid } from '@mantine/core';
import type { NewContract } from '#contract/works/contracts/forms.ts';
import type { Contract } from '#contract/works/contracts/model.ts';
import { listHouseOptions } from '#contract/projects/houses/endpoints.ts';
import { listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { listContractingParties, listContractors } from '#contract/company/users/lists.endpoints.ts';
import { MEASURES } from '#contract/works/contracts/rules.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import {
  DayField,
  ManyField,
  MoneyField,
  NumberField,
  OptionField,
  TextField,
} from '#web/office/ui/form/fields.tsx';
import type { RecordFormOf } from '#web/office/ui/form/useFields.ts';

type Named = { id: number; name: string };

interface ContractFieldsProps {
  of: RecordFormOf<typeof NewContract>;
  types: readonly Named[];
  seesAmount: boolean;
  /** The draft to edit; null: a new one. Its current choices stay available. */
  contract: Contract | null;
}

/** Select options, including current choices that are no longer offered. */
const optionsOf = (list: readonly Named[], kept: readonly Named[]) =>
  [...kept.filter((one) => !list.some(({ id }) => id === one.id)), ...list].map(({ id, name }) => ({
    value: id,
    label: name,
  }));

/** The fields of a contract, in the order of drafting. */
export function ContractFields({ of, types, seesAmount, contract }: ContractFieldsProps) {
  const { project_id } = of.values;
  // Their sum is the amount.
  const hasItems = (contract?.items.length ?? 0) > 0;
  const projects = useOptions({ ...queryOf(listProjectOptions, {}), enabled: contract === null });
  const contractors = useOptions(queryOf(listContractors, {}));
  const parties = useOptions(queryOf(listContractingParties, {}));
  const houses = useOptions({
    ...queryOf(listHouseOptions, { params: { projectId: project_id ?? 0 } }),
    enabled: project_id !== null,
  });
  return (
    <>
      {!contract && (
        <OptionField
          of={of}
          name="project_id"
          label="Proyecto"
          nothing="Elige el proyecto"
          options={projects.map(({ id, text }) => ({ value: id, label: text }))}
        />
      )}
      <OptionField
        of={of}
        name="type_id"
        label="Tipo"
        nothing="Elige el tipo"
        options={optionsOf(types, contract ? [contract.type] : [])}
      />
      <OptionField
        of={of}
        name="measure"
        label="Se mide por"
        nothing="Lo usual de su tipo"
        options={Object.entries(MEASURES).map(([value, label]) => ({ value, label }))}
      />
      <TextField of={of} name="name" label="Nombre" maxLength={120} />
      <TextField
        of={of}
        name="reference"
        label="Referencia"
        description="El número con que se conoce el contrato; uno solo en el proyecto."
        maxLength={40}
      />
      <OptionField
        of={of}
        name="contractor_id"
        label="Contratista"
        nothing="Elige el contratista"
        options={optionsOf(contractors, contract ? [contract.contractor] : [])}
      />
      <OptionField
        of={of}
        name="contracting_party_id"
        label="Contratante"
        nothing="Elige la empresa contratante"
        options={optionsOf(parties, contract ? [contract.contracting_party] : [])}
      />
      <ManyField
        of={of}
        name="house_ids"
        label="Viviendas"
        description="Las que construye este contrato. Uno de infraestructura no tiene."
        disabled={project_id === null}
        clearable
        hidePickedOptions
        nothingFoundMessage="Ninguna vivienda se llama así."
        clearButtonProps={{ 'aria-label': 'Quitar todas las viviendas' }}
        options={optionsOf(houses, contract?.houses ?? [])}
        {...(!of.values.house_ids?.length && { placeholder: 'Elige las viviendas' })}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <DayField of={of} name="starts_on" label="Empieza" />
        <DayField of={of} name="ends_on" label="Termina" />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 2, xs: 4 }}>
        <NumberField of={of} name="advance_percent" label="Anticipo, %" decimalScale={2} min={0} max={50} />
        <NumberField
          of={of}
          name="retention_percent"
          label="Retención, %"
          decimalScale={2}
          min={0}
          max={50}
        />
        <NumberField of={of} name="itbms_percent" label="ITBMS, %" decimalScale={2} min={0} max={100} />
        <NumberField
          of={of}
          name="performance_percent"
          label="Cumplimiento, %"
          decimalScale={2}
          min={0}
          max={100}
        />
      </SimpleGrid>
      <NumberField
        of={of}
        name="retention_months"
        label="Meses de garantía"
        description="Después de ellos, y con una fianza de vicios ocultos, se devuelve el resto del retenido."
        min={0}
        max={60}
      />
      {seesAmount && !hasItems && (
        <MoneyField
          of={of}
          name="amount_centavos"
          label="Monto sin ITBMS"
          description="Puede quedar vacío mientras se negocia. Se reparte por igual entre las viviendas."
        />
      )}
    </>
  );
}
