import { BankAccountDrawer } from './bankAccounts/BankAccountDrawer.tsx';
import { LinkAccountsDrawer } from './bankAccounts/LinkAccountsDrawer.tsx';
import { EditHouseDrawer, NewHouseDrawer } from './houses/HouseDrawers.tsx';
import { NewHousesDrawer } from './houses/NewHousesDrawer.tsx';
import { CostDrawer } from './interest/CostDrawer.tsx';
import { RuleDrawer } from './interest/RuleDrawer.tsx';
import { BlockDrawer } from './lots/BlockDrawer.tsx';
import { LotDrawer } from './lots/LotDrawer.tsx';
import { LotsBulkDrawer } from './lots/LotsBulkDrawer.tsx';
import { WaitingDrawer } from './lots/plan/WaitingDrawer.tsx';
import { IncreaseDrawer } from './prices/IncreaseDrawer.tsx';
import { AddBankDrawer, BankNotesDrawer, CopyBanksDrawer } from './projects/BankDrawers.tsx';
import { ExecutiveDrawer } from './projects/ExecutiveDrawer.tsx';
import { AddMediaDrawer, EditMediaDrawer } from './projects/MediaDrawers.tsx';
import { ModelDrawer } from './projects/ModelDrawer.tsx';
import { AddDrawer } from './projects/ProjectTeam.tsx';
import { ProjectDrawer } from './projects/ProjectDrawer.tsx';
import { ReadingDrawer } from './weather/ReadingDrawer.tsx';
import { row, type FormCase, type Props } from '#web/office/ui/formCase.ts';

const model = { id: 7, name: 'Casa uno' };
const lot = row<Props<typeof LotDrawer>['lot']>({
  lote: 'A-01',
  type: { id: 1, name: 'Normal' },
  project: { id: 1, name: 'Valle' },
  area_m2: 200,
  premium_centavos: 0,
  withheld: false,
  withheld_reason: null,
  sale: null,
});
const bank = row<Props<typeof BankNotesDrawer>['bank']>({
  bank: { id: 1, name: 'Banco Uno' },
  notes: '',
  archived: false,
  executives: [],
});
const account = {
  nombre: 'Recaudo',
  numero: '04-1',
  tipo_banco: { nombre: 'Banco Uno' },
  tipo_cuenta_contable_banco: { nombre: 'Recaudo' },
};
const reload = () => Promise.reject(new Error('unused'));

const Words = { Motivo: 'Circular nueva', Fuente: 'Ley 468 de 2025' };

/** This feature group's forms, for the test that types, submits, gets a refusal and recovers. */
export const projectsForms: FormCase[] = [
  {
    name: 'BankAccountDrawer',
    form: (onClose) => <BankAccountDrawer account={null} onClose={onClose} />,
    types: {
      Nombre: 'Recaudo',
      Banco: 'Casa uno',
      Número: '04-1234-5678',
      'Tipo de cuenta': 'Casa uno',
      'Para qué se usa': 'Casa uno',
      Titular: 'Casas, S.A.',
    },
    submit: 'Agregar cuenta',
    sends: { banco_id: 7, tipo_id: 7, moneda: 'USD', cuenta_contable_id: null },
    refused: ['numero', 'Número'],
  },
  {
    name: 'NewHousesDrawer',
    form: (onClose) => <NewHousesDrawer lots={[lot]} onClose={onClose} />,
    types: { Modelo: 'Casa uno' },
    submit: 'Registrar viviendas',
    sends: { lot_ids: [7], model_id: 7, delivery_on: null },
    refused: ['model_id', 'Modelo'],
  },
  {
    name: 'EditHouseDrawer',
    form: (onClose) => (
      <EditHouseDrawer
        house={row<Props<typeof EditHouseDrawer>['house']>({
          name: 'Casa A-01',
          project: { id: 1, name: 'Valle' },
          lot: { id: 1, lote: 'A-01' },
          model,
          delivery_on: null,
        })}
        reload={reload}
        onClose={onClose}
      />
    ),
    types: { Nombre: 'Casa esquina', 'Entrega prevista': '24-12-2026' },
    submit: 'Guardar vivienda',
    sends: { name: 'Casa esquina', model_id: 7, delivery_on: '2026-12-24', version: 3 },
    refused: ['name', 'Nombre'],
  },
  {
    name: 'CostDrawer',
    form: (onClose) => <CostDrawer cost={null} onClose={onClose} />,
    types: {
      'Rige desde el': '01-12-2026',
      Nombre: 'Avalúo',
      Código: 'avaluo',
      Monto: '250',
      Fuente: Words.Fuente,
      'Motivo del cambio': Words.Motivo,
    },
    submit: 'Agregar gasto',
    sends: { code: 'avaluo', amount_centavos: 250_00, percent: null, valid_to: null, sure: false },
    refused: ['code', 'Código'],
  },
  {
    name: 'RuleDrawer',
    form: (onClose) => <RuleDrawer rule={null} onClose={onClose} />,
    types: {
      'Rige desde el': '01-12-2026',
      'Ley o régimen': 'Ley 468',
      'Precio hasta': '80,000',
      'Puntos que paga': '4',
      Meses: '60',
      Fuente: Words.Fuente,
      'Motivo del cambio': Words.Motivo,
    },
    submit: 'Agregar regla',
    sends: { max_centavos: 80_000_00, points_percent: 4, region: null },
    refused: ['max_centavos', 'Precio hasta'],
  },
  {
    name: 'BlockDrawer',
    form: (onClose) => <BlockDrawer projectId={1} onClose={onClose} />,
    types: { Manzana: 'C', 'Área de cada uno (m²)': '200' },
    submit: 'Crear lotes',
    sends: { project_id: 1, block: 'C', from: 1, to: 12, area_m2: 200, corner_type_id: null },
    refused: ['block', 'Manzana'],
  },
  {
    name: 'LotDrawer',
    form: (onClose) => <LotDrawer lot={lot} reload={reload} onClose={onClose} />,
    types: { 'Área (m²)': '210.5' },
    submit: 'Guardar lote',
    sends: { name: 'A-01', area_m2: 210.5, withheld_reason: null, version: 3 },
    refused: ['area_m2', 'Área (m²)'],
  },
  {
    name: 'LotsBulkDrawer',
    form: (onClose) => <LotsBulkDrawer lots={[lot]} onClose={onClose} />,
    types: { 'Recargo sobre el precio del modelo': '1,000' },
    submit: 'Cambiar lotes',
    sends: { ids: [7], premium_centavos: 1000_00, withheld_reason: null },
    refused: ['premium_centavos', 'Recargo sobre el precio del modelo'],
  },
  {
    name: 'IncreaseDrawer',
    form: (onClose) => <IncreaseDrawer projectId={1} onClose={onClose} onPrepared={onClose} />,
    types: { Motivo: 'Costos', 'En vigor desde las 00:00 del': '01-12-2026', Porcentaje: '3' },
    submit: 'Preparar aumento',
    sends: { percent: 3, amount_centavos: null, project_ids: [1], round_to_centavos: 100_00 },
    refused: ['percent', 'Porcentaje'],
  },
  {
    name: 'AddBankDrawer',
    form: (onClose) => <AddBankDrawer projectId={1} known={[]} onClose={onClose} />,
    types: { Banco: 'Casa uno', Notas: 'Pide avalúo' },
    submit: 'Agregar banco',
    sends: { bank_id: 7, notes: 'Pide avalúo' },
    refused: ['bank_id', 'Banco'],
  },
  {
    name: 'BankNotesDrawer',
    form: (onClose) => <BankNotesDrawer projectId={1} bank={bank} onClose={onClose} />,
    types: { Notas: 'Pide avalúo' },
    submit: 'Guardar notas',
    sends: { notes: 'Pide avalúo', archived: false, version: 3 },
    refused: ['notes', 'Notas'],
  },
  {
    name: 'CopyBanksDrawer',
    form: (onClose) => <CopyBanksDrawer projectId={1} onClose={onClose} />,
    types: { Proyecto: 'Casa uno' },
    submit: 'Copiar bancos',
    sends: { from_project_id: 7 },
    refused: ['from_project_id', 'Proyecto'],
  },
  {
    name: 'ExecutiveDrawer',
    form: (onClose) => <ExecutiveDrawer projectId={1} bank={bank} executive={null} onClose={onClose} />,
    types: { Nombre: 'Rosa', Correo: 'rosa@banco.test' },
    submit: 'Agregar ejecutivo',
    sends: { name: 'Rosa', phone: null, branch: '', main: true, position: 0 },
    refused: ['email', 'Correo'],
  },
  {
    name: 'EditMediaDrawer',
    form: (onClose) => (
      <EditMediaDrawer media={row<Props<typeof EditMediaDrawer>['media']>({ alt: '' })} onClose={onClose} />
    ),
    types: { 'Qué se ve': 'Sala con ventana' },
    submit: 'Guardar texto',
    sends: { alt: 'Sala con ventana' },
    refused: ['alt', 'Qué se ve'],
  },
  {
    name: 'ModelDrawer',
    form: (onClose) => <ModelDrawer projectId={1} model={null} position={2} onClose={onClose} />,
    types: { Nombre: 'Casa Dos', Precio: '82,500.50', 'Área (m²)': '70' },
    submit: 'Agregar modelo',
    sends: { slug: 'casa-dos', price_centavos: 82_500_50, position: 2, published: true },
    refused: ['slug', 'Nombre en direcciones'],
  },
  {
    name: 'ProjectDrawer',
    form: (onClose) => <ProjectDrawer project={null} onClose={onClose} />,
    types: { Nombre: 'Altos', Provincia: 'Panamá', Distrito: 'Panamá', Separación: '500' },
    submit: 'Crear proyecto',
    sends: { slug: 'altos', region: 1, separation_centavos: 500_00, latitude: null, published: false },
    refused: ['district', 'Distrito'],
    stays: true,
  },
  {
    name: 'ReadingDrawer',
    form: (onClose) => <ReadingDrawer project={{ id: 1, nombre: 'Valle' }} onClose={onClose} />,
    types: { Temperatura: '31.5', 'Lluvia de hoy': '0', 'Cómo está el tiempo': 'Nublado' },
    submit: 'Anotar lectura',
    sends: { temperatura: 31.5, lluvia_mm: 0, descripcion: 'Nublado' },
    refused: ['lluvia_mm', 'Lluvia de hoy'],
  },
  {
    name: 'LinkAccountsDrawer',
    form: (onClose) => (
      <LinkAccountsDrawer
        projectId={1}
        linked={[row<Props<typeof LinkAccountsDrawer>['linked'][number]>({ ...account, compradores: false })]}
        onClose={onClose}
      />
    ),
    types: { 'Los compradores pagan a': 'Recaudo (Banco Uno, Recaudo, 04-1)' },
    submit: 'Guardar cuentas',
    sends: { account_ids: [7], compradores_id: 7, before: [7] },
    refused: ['compradores_id', 'Los compradores pagan a'],
    reads: { account: [{ ...account, id: 7 }] },
  },
  {
    name: 'NewHouseDrawer',
    form: (onClose) => <NewHouseDrawer projectId={7} onClose={onClose} />,
    types: { Lote: 'A-01', Modelo: 'Casa uno', 'Entrega prevista': '24-12-2026' },
    submit: 'Registrar vivienda',
    sends: { lot_id: 7, model_id: 7, name: 'Casa A-01', delivery_on: '2026-12-24' },
    refused: ['name', 'Nombre'],
    reads: { '/api/lotes': [{ ...lot, house: null }] },
  },
  {
    name: 'AddMediaDrawer',
    form: (onClose) => (
      <AddMediaDrawer
        project={row<Props<typeof AddMediaDrawer>['project']>({})}
        modelId={null}
        onClose={onClose}
      />
    ),
    types: { 'Qué se ve': 'Sala con ventana' },
    file: ['Archivo', 'video/mp4'],
    submit: 'Agregar',
    sends: { kind: 'video', alt: 'Sala con ventana' },
    refused: ['alt', 'Qué se ve'],
  },
  {
    name: 'AddDrawer of a team',
    form: (onClose) => (
      <AddDrawer projectId={1} known={[]} roleTypes={[{ id: 2, name: 'Residente' }]} onClose={onClose} />
    ),
    types: { Persona: 'Casa uno', 'Función en el proyecto': 'Residente' },
    submit: 'Agregar',
    sends: { user_id: 7, role_type_id: 2 },
    refused: ['role_type_id', 'Función en el proyecto'],
    reads: {
      candidates: [{ id: 7, name: 'Casa uno', roles: [] }],
      team: [{ id: 7, name: 'Casa uno', roles: [] }],
    },
  },
  {
    name: 'WaitingDrawer',
    form: (onClose) => <WaitingDrawer lot={{ id: 7, lote: 'A-01' }} onClose={onClose} />,
    types: {
      Nombre: 'Eva Díaz',
      Celular: '61234567',
      'La persona dio permiso para guardar sus datos con este fin': 'sí',
    },
    submit: 'Anotar en la lista',
    sends: { nombre: 'Eva Díaz', consentimiento: true },
    refused: ['nombre', 'Nombre'],
    stays: true,
    reads: { espera: [] },
  },
];
