import { z } from 'zod';
import { data, endpoint, page, sumsOf } from '#contract/endpoint.ts';
import { PAPER_FILE } from '#contract/company/files/files.ts';
import { exportsOf } from '#contract/exports.ts';
import { Id } from '#contract/ids.ts';
import { OrderQuery, pageBy } from '#contract/paging.ts';
import {
  ActivityWeights,
  AdvancePayment,
  ContractAddendumForm,
  ContractChange,
  ContractItems,
  ContractStatusChange,
  GuaranteeForm,
  HouseAmounts,
  NewContract,
  RescissionForm,
} from './forms.ts';
import { Contract, ContractHouse, ContractOption, ContractRow } from './model.ts';

const options = data(z.array(ContractOption));
const one = '/api/contracts/:id' as const;
const params = z.object({ id: Id });
const record = data(Contract);
/** What a change of a contract may move. */
const MOVES = ['contrato', 'trabajo', 'adenda_contrato'] as const;

const ContractFilter = pageBy('id', 'name', 'reference', 'starts_on', 'ends_on').extend({
  q: z.string().max(80).optional(),
  proyecto_id: Id.optional(),
  tipo_contrato_id: Id.optional(),
  estado_id: Id.optional(),
  contratista_id: Id.optional(),
});
export type ContractFilter = z.infer<typeof ContractFilter>;

export const listContracts = endpoint({
  method: 'GET',
  path: '/api/contracts',
  access: 'contratos.ver',
  shows: ['contrato'],
  summary: 'Los contratos de obra; el monto, solo para quien puede verlo',
  query: ContractFilter,
  answer: page(ContractRow),
  exports: exportsOf(ContractRow, {
    title: 'Contratos de obra',
    permission: 'contratos.exportar',
    columns: [
      { key: 'name', title: 'Contrato', type: 'text', width: 34, value: (row) => row.name },
      {
        key: 'proyecto',
        of: 'name',
        title: 'Proyecto',
        type: 'text',
        width: 26,
        value: (row) => row.project.name,
      },
      { key: 'tipo', of: 'name', title: 'Tipo', type: 'text', width: 20, value: (row) => row.type.name },
      { key: 'reference', title: 'Referencia', type: 'text', value: (row) => row.reference },
      { key: 'estado', title: 'Estado', type: 'text', value: (row) => row.state.name },
      {
        key: 'contratista',
        title: 'Contratista',
        type: 'text',
        width: 28,
        value: (row) => row.contractor.name,
      },
      {
        key: 'contratante',
        of: 'contratista',
        title: 'Contratante',
        type: 'text',
        width: 28,
        value: (row) => row.contracting_party.name,
      },
      { key: 'viviendas', title: 'Viviendas', type: 'number', value: (row) => row.houses_count },
      { key: 'starts_on', title: 'Empieza', type: 'date', value: (row) => row.starts_on },
      { key: 'ends_on', title: 'Termina', type: 'date', value: (row) => row.ends_on },
      { key: 'monto', title: 'Monto sin ITBMS', type: 'money', value: (row) => row.amount_centavos },
    ],
    filters: {
      q: { label: 'Búsqueda' },
      proyecto_id: { label: 'Proyecto', of: 'proyecto' },
      tipo_contrato_id: { label: 'Tipo', of: 'catalog:tipo_contratos' },
      estado_id: { label: 'Estado', of: 'catalog:estados_contrato' },
      contratista_id: { label: 'Contratista', of: 'contratista' },
    },
  }),
});

export const sumContracts = endpoint({
  method: 'GET',
  path: '/api/contracts/sumas',
  access: 'contratos.montos',
  shows: ['contrato'],
  summary: 'Suma de los contratos de obra que cumplen el filtro, sin ITBMS',
  query: ContractFilter,
  answer: sumsOf('monto'),
});

export const listProjectContracts = endpoint({
  method: 'GET',
  path: '/api/contracts/list/:projectId',
  access: 'contratos.ver',
  shows: ['contrato'],
  summary: 'Contratos de un proyecto para elegir; un contratista ve solo los suyos',
  params: z.object({ projectId: Id }),
  query: OrderQuery,
  answer: options,
});

export const listContractsOfType = endpoint({
  method: 'GET',
  path: '/api/projects/house_contracts/:projectId/:typeContract',
  access: 'contratos.ver',
  shows: ['contrato'],
  summary: 'Contratos de un proyecto que son de un tipo (tipo_contratos)',
  params: z.object({ projectId: Id, typeContract: Id }),
  query: OrderQuery,
  answer: options,
});

export const listContractsOfHouse = endpoint({
  method: 'GET',
  path: '/api/houses/get_contract/:projectId/:houseId',
  access: 'contratos.ver',
  shows: ['contrato'],
  summary: 'Contratos que incluyen una vivienda',
  params: z.object({ projectId: Id, houseId: Id }),
  query: OrderQuery,
  answer: options,
});

export const findContract = endpoint({
  method: 'GET',
  path: '/api/contracts/find/:id',
  access: 'contratos.ver',
  shows: ['contrato'],
  summary: 'Un contrato de obra con sus viviendas',
  params: z.object({ id: Id }),
  answer: data(Contract),
});

export const findInfrastructureContract = endpoint({
  method: 'GET',
  path: '/api/infras_contract/find/:id',
  access: 'contratos.ver',
  shows: ['contrato'],
  summary: 'Un contrato de infraestructura',
  params: z.object({ id: Id }),
  answer: data(Contract),
});

export const createContract = endpoint({
  method: 'POST',
  path: '/api/contracts',
  access: 'contratos.crear',
  touches: ['contrato'],
  summary: 'Crea un contrato en Borrador',
  body: NewContract,
  answer: data(Contract),
  status: 201,
  errors: ['REFERENCE_TAKEN'],
  idempotent: true,
});

/**
 * Creating and correcting a contract needs contratos.crear, because contractors and residents have contratos.editar for
 * reporting progress (rulings 27).
 */
export const changeContract = endpoint({
  method: 'PATCH',
  path: '/api/contracts/:id',
  access: 'contratos.crear',
  touches: ['contrato'],
  summary: 'Cambia un contrato que aún es Borrador',
  params: z.object({ id: Id }),
  body: ContractChange,
  answer: data(Contract),
  errors: ['REFERENCE_TAKEN', 'CONTRACT_NOT_DRAFT', 'STALE'],
});

export const setHouseAmounts = endpoint({
  method: 'PUT',
  path: `${one}/houses`,
  access: 'contratos.crear',
  touches: ['contrato'],
  summary: 'Escribe el monto de cada vivienda de un borrador; su suma es el monto del contrato',
  params,
  body: HouseAmounts,
  answer: record,
  errors: ['CONTRACT_NOT_DRAFT', 'STALE'],
});

export const setActivityWeights = endpoint({
  method: 'PUT',
  path: `${one}/activities`,
  access: 'contratos.crear',
  touches: ['contrato'],
  summary: 'Escribe las actividades de un borrador, con pesos que suman 100 %',
  params,
  body: ActivityWeights,
  answer: record,
  errors: ['CONTRACT_NOT_DRAFT', 'STALE'],
});

export const setContractItems = endpoint({
  method: 'PUT',
  path: `${one}/items`,
  access: 'contratos.crear',
  touches: ['contrato'],
  summary: 'Escribe las partidas de un borrador; su suma es el monto del contrato',
  params,
  body: ContractItems,
  answer: record,
  errors: ['CONTRACT_NOT_DRAFT', 'STALE'],
});

export const changeContractStatus = endpoint({
  method: 'PATCH',
  path: `${one}/status`,
  access: 'contratos.ver',
  touches: MOVES,
  summary: 'Cambia el estado de un contrato; cada cambio pide su propio permiso',
  params,
  body: ContractStatusChange,
  answer: record,
  errors: ['TRANSITION', 'STALE', 'ACTIVITY_TAKEN'],
});

export const payContractAdvance = endpoint({
  method: 'POST',
  path: `${one}/advance`,
  access: 'contabilidad.aprobar',
  touches: MOVES,
  summary: 'Registra el pago del anticipo; con las fianzas completas el contrato queda vigente',
  params,
  body: AdvancePayment,
  answer: record,
  errors: ['ADVANCE', 'PAYMENT_STOPPED', 'STALE', 'ACTIVITY_TAKEN'],
  idempotent: true,
});

export const addGuarantee = endpoint({
  method: 'POST',
  path: `${one}/guarantees`,
  access: 'contratos.crear',
  touches: MOVES,
  summary: 'Guarda una fianza del contrato, o la que renueva otra',
  params,
  body: GuaranteeForm,
  files: { archivo: PAPER_FILE },
  answer: record,
  status: 201,
  errors: ['GUARANTEE_TAKEN', 'ACTIVITY_TAKEN', 'TRANSITION'],
  idempotent: true,
});

export const removeGuarantee = endpoint({
  method: 'DELETE',
  path: `${one}/guarantees/:guarantee`,
  access: 'contratos.aprobar',
  touches: MOVES,
  summary: 'Quita una fianza de las vigentes, por devuelta o equivocada; queda en la historia',
  params: params.extend({ guarantee: Id }),
  answer: record,
});

export const createContractAddendum = endpoint({
  method: 'POST',
  path: `${one}/addenda`,
  access: 'contratos.crear',
  touches: MOVES,
  summary: 'Empieza una adenda de un contrato en curso',
  params,
  body: ContractAddendumForm,
  answer: record,
  status: 201,
  errors: ['TRANSITION'],
  idempotent: true,
});

export const changeContractAddendum = endpoint({
  method: 'PUT',
  path: `${one}/addenda/:addendum`,
  access: 'contratos.crear',
  touches: MOVES,
  summary: 'Cambia una adenda que todavía es borrador',
  params: params.extend({ addendum: Id }),
  body: ContractAddendumForm,
  answer: record,
  errors: ['STALE', 'NOT_DRAFT', 'TRANSITION'],
});

export const changeContractAddendumStatus = endpoint({
  method: 'PATCH',
  path: `${one}/addenda/:addendum/status`,
  access: 'contratos.ver',
  touches: MOVES,
  summary: 'Aprueba, firma o anula una adenda; la firma la aplica',
  params: params.extend({ addendum: Id }),
  body: ContractStatusChange,
  answer: record,
  errors: ['TRANSITION', 'STALE', 'ACTIVITY_TAKEN'],
});

export const prepareRescission = endpoint({
  method: 'POST',
  path: `${one}/rescission`,
  access: 'contratos.anular',
  touches: ['contrato'],
  summary: 'Prepara la rescisión de un contrato; otra persona la decide',
  params,
  body: RescissionForm,
  answer: record,
  status: 201,
  errors: ['TRANSITION', 'STALE', 'RESCISSION_PREPARED'],
  idempotent: true,
});

export const withdrawRescission = endpoint({
  method: 'DELETE',
  path: `${one}/rescission`,
  access: 'contratos.anular',
  touches: ['contrato'],
  summary: 'Retira una rescisión que aún no se decide',
  params,
  answer: record,
});

export const listHousesByContract = endpoint({
  method: 'GET',
  path: '/api/houses/list_houses_by_contract/:contractId',
  access: 'contratos.ver',
  shows: ['contrato', 'vivienda'],
  summary: 'Viviendas de un contrato para elegir',
  params: z.object({ contractId: Id }),
  query: OrderQuery,
  answer: data(z.array(z.object({ id: z.number().int(), name: z.string() }))),
});

export const listContractHouses = endpoint({
  method: 'GET',
  path: '/api/houses/get_houses_by_contract/:contractId',
  access: 'contratos.ver',
  shows: ['contrato', 'vivienda'],
  summary: 'Viviendas de un contrato con su avance',
  params: z.object({ contractId: Id }),
  query: OrderQuery,
  answer: data(z.array(ContractHouse)),
});

export const listHouseActivities = endpoint({
  method: 'GET',
  path: '/api/activities/list_by_id_houses/:houseId',
  access: 'contratos.ver',
  shows: ['contrato'],
  summary: 'Actividades de una vivienda: las del plan de acción de su modelo o, sin plan, todas',
  params: z.object({ houseId: Id }),
  answer: data(
    z.array(
      z.object({
        id: z.number().int(),
        nombre: z.string(),
        pivot: z.object({ vivienda_id: z.number().int() }),
      }),
    ),
  ),
});

/** `contracts_without` counts contracts without planned days: project planners need not see the contracts. */
export const checkSchedule = endpoint({
  method: 'GET',
  path: '/api/projects/check_schedule/:projectId',
  access: 'proyectos.ver',
  shows: ['contrato', 'cronograma'],
  summary: 'Si la obra de un proyecto tiene fechas, de cuándo a cuándo, y cuántos contratos no las tienen',
  params: z.object({ projectId: Id }),
  answer: data(
    z.object({
      has_schedule: z.boolean(),
      from: z.string().nullable(),
      to: z.string().nullable(),
      contracts_without: z.number().int(),
    }),
  ),
});
