import type { Contract } from '#contract/works/contracts/model.ts';

/** What the form holds; choices are texts there, as selects give them. */
export type ContractValues = {
  project_id: string;
  type_id: string;
  name: string;
  reference: string;
  contractor_id: string;
  contracting_party_id: string;
  house_ids: string[];
  starts_on: string;
  ends_on: string;
  amount_centavos: number | null;
};

export const emptyContract = (projectId: number | undefined): ContractValues => ({
  project_id: projectId === undefined ? '' : String(projectId),
  type_id: '',
  name: '',
  reference: '',
  contractor_id: '',
  contracting_party_id: '',
  house_ids: [],
  starts_on: '',
  ends_on: '',
  amount_centavos: null,
});

export const valuesOf = (one: Contract): ContractValues => ({
  project_id: String(one.project.id),
  type_id: String(one.type.id),
  name: one.name,
  reference: one.reference,
  contractor_id: String(one.contractor_id),
  contracting_party_id: String(one.contracting_party_id),
  house_ids: one.houses.map(({ id }) => String(id)),
  starts_on: one.starts_on ?? '',
  ends_on: one.ends_on ?? '',
  amount_centavos: one.amount_centavos,
});

/** As the calls take it; the amount only from who sees it. */
export const wireOf = (values: ContractValues, seesAmount: boolean) => ({
  type_id: Number(values.type_id),
  name: values.name,
  reference: values.reference,
  contractor_id: Number(values.contractor_id),
  contracting_party_id: Number(values.contracting_party_id),
  house_ids: values.house_ids.map(Number),
  starts_on: values.starts_on || null,
  ends_on: values.ends_on || null,
  ...(seesAmount && { amount_centavos: values.amount_centavos }),
});
