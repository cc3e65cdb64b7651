/** The kinds of contract that come from a template (domain.md §2, addendum kinds). */
export const TEMPLATE_KINDS = {
  promesa: 'Promesa de compraventa',
  cesion: 'Cesión de la promesa',
  rescision: 'Rescisión del contrato',
  adenda_lote: 'Adenda: cambio de lote',
  adenda_modelo: 'Adenda: cambio de modelo o mejoras',
  adenda_precio: 'Adenda: ajuste de precio',
  adenda_comprador: 'Adenda: cambio de comprador o codeudor',
  adenda_prorroga: 'Adenda: prórroga de la entrega',
  adenda_plan: 'Adenda: plan de pago',
} as const;
export type TemplateKind = keyof typeof TEMPLATE_KINDS;
export const TEMPLATE_KIND_NAMES = Object.keys(TEMPLATE_KINDS) as [TemplateKind, ...TemplateKind[]];

export interface MergeField {
  label: string;
  group: 'Partes' | 'Vivienda' | 'Precio y pagos' | 'Plazos' | 'Contrato' | 'Cambio';
  /** Shown in a preview without a sale. */
  example: string;
  /** Contracts of these kinds only; every kind when missing. */
  kinds?: readonly TemplateKind[];
}

const ACTS = TEMPLATE_KIND_NAMES.filter((kind) => kind !== 'promesa');
const CHANGES = ACTS.filter((kind) => kind !== 'rescision');

/** What a clause may be filled in with, by name. A name is never reused for something else. */
export const MERGE_FIELDS = {
  promotora: { label: 'Promotora', group: 'Partes', example: 'Promotora Valle Sereno, S.A.' },
  promotora_ruc: { label: 'RUC de la promotora', group: 'Partes', example: '155612345-2-2015 DV 45' },
  promotora_direccion: { label: 'Dirección de la promotora', group: 'Partes', example: 'Ciudad de Panamá' },
  representante: { label: 'Representante de la promotora', group: 'Partes', example: 'Elena Batista' },
  representante_documento: {
    label: 'Documento del representante',
    group: 'Partes',
    example: 'cédula 8-456-1234',
  },
  comprador: { label: 'Comprador principal', group: 'Partes', example: 'Ana Ríos' },
  comprador_documento: { label: 'Documento del comprador', group: 'Partes', example: 'cédula 8-712-4567' },
  comprador_telefono: { label: 'Celular del comprador', group: 'Partes', example: '+507 6123-4567' },
  comprador_correo: { label: 'Correo del comprador', group: 'Partes', example: 'ana@ejemplo.com' },
  compradores: {
    label: 'Compradores con sus documentos',
    group: 'Partes',
    example: 'Ana Ríos, con cédula 8-712-4567, y Luis Vega, con cédula 4-123-456',
  },
  codeudores: {
    label: 'Codeudores con sus documentos',
    group: 'Partes',
    example: 'Marta Ríos, con cédula 8-222-333',
  },
  proyecto: { label: 'Proyecto', group: 'Vivienda', example: 'Residencial Valle Sereno' },
  proyecto_ubicacion: {
    label: 'Ubicación del proyecto',
    group: 'Vivienda',
    example: 'Arraiján, Panamá Oeste',
  },
  modelo: { label: 'Modelo', group: 'Vivienda', example: 'Corotú' },
  modelo_area: { label: 'Área del modelo', group: 'Vivienda', example: '72 m²' },
  modelo_distribucion: {
    label: 'Recámaras y baños',
    group: 'Vivienda',
    example: '3 recámaras y 2 baños',
  },
  lote: { label: 'Lote', group: 'Vivienda', example: 'A-07' },
  lote_area: { label: 'Área del lote', group: 'Vivienda', example: '180 m²' },
  finca_madre: { label: 'Finca madre', group: 'Vivienda', example: '30123456' },
  codigo_ubicacion: { label: 'Código de ubicación', group: 'Vivienda', example: '8001' },
  precio: { label: 'Precio', group: 'Precio y pagos', example: 'USD 74,900.00' },
  precio_en_letras: {
    label: 'Precio en letras',
    group: 'Precio y pagos',
    example: 'setenta y cuatro mil novecientos balboas con 00/100',
  },
  abono: { label: 'Abono inicial', group: 'Precio y pagos', example: 'USD 3,745.00' },
  abono_en_letras: {
    label: 'Abono en letras',
    group: 'Precio y pagos',
    example: 'tres mil setecientos cuarenta y cinco balboas con 00/100',
  },
  saldo: { label: 'Saldo a la entrega', group: 'Precio y pagos', example: 'USD 71,155.00' },
  saldo_en_letras: {
    label: 'Saldo en letras',
    group: 'Precio y pagos',
    example: 'setenta y un mil ciento cincuenta y cinco balboas con 00/100',
  },
  forma_de_pago: { label: 'Forma de pago', group: 'Precio y pagos', example: 'hipoteca' },
  banco: { label: 'Banco', group: 'Precio y pagos', example: 'Banco General' },
  plan_de_pago: {
    label: 'Plan de pago',
    group: 'Precio y pagos',
    example: 'separación de USD 500.00; 10 cuotas de USD 324.50, del 15-01-2027 al 15-10-2027',
  },
  penalidad: { label: 'Penalidad (% de lo pagado)', group: 'Precio y pagos', example: '10%' },
  ajuste_de_precio: {
    label: 'Cláusula de ajuste de precio',
    group: 'Precio y pagos',
    example: 'El precio es fijo: no cambia hasta la entrega.',
  },
  dias_devolucion: { label: 'Días para devolver', group: 'Plazos', example: '30' },
  fecha_entrega: { label: 'Fecha de entrega', group: 'Plazos', example: '30 de junio de 2027' },
  vence_firma: { label: 'Último día para firmar', group: 'Plazos', example: '15 de diciembre de 2026' },
  fecha: { label: 'Fecha del contrato', group: 'Contrato', example: '1 de diciembre de 2026' },
  codigo: { label: 'Código del contrato', group: 'Contrato', example: 'PR-2026-00012' },
  precontrato: { label: 'Código del pre-contrato', group: 'Contrato', example: 'PC-2026-00031' },
  promesa_codigo: {
    label: 'Código de la promesa',
    group: 'Cambio',
    example: 'PR-2026-00012',
    kinds: ACTS,
  },
  promesa_fecha: {
    label: 'Fecha de la promesa',
    group: 'Cambio',
    example: '1 de diciembre de 2026',
    kinds: ACTS,
  },
  cambio: {
    label: 'Lo que cambia, antes y después',
    group: 'Cambio',
    example: 'Lote: de A-07 a B-02; Precio: de USD 74,900.00 a USD 76,400.00',
    kinds: CHANGES,
  },
  motivo: {
    label: 'Motivo del cambio',
    group: 'Cambio',
    example: 'El cliente pide un lote de esquina',
    kinds: ACTS,
  },
  cesionario: {
    label: 'Quien recibe la cesión',
    group: 'Cambio',
    example: 'Luis Vega, con cédula 4-123-456',
    kinds: ['cesion'],
  },
  aviso_incumplimiento: {
    label: 'Fecha del aviso de incumplimiento',
    group: 'Cambio',
    example: '1 de noviembre de 2026',
    kinds: ['rescision'],
  },
  pagado: { label: 'Lo pagado', group: 'Cambio', example: 'USD 3,500.00', kinds: ['rescision'] },
  penalidad_monto: {
    label: 'Penalidad que se retiene',
    group: 'Cambio',
    example: 'USD 350.00 (10% de lo pagado)',
    kinds: ['rescision'],
  },
  devolucion: { label: 'Lo que se devuelve', group: 'Cambio', example: 'USD 3,150.00', kinds: ['rescision'] },
} as const satisfies Record<string, MergeField>;
export type FieldName = keyof typeof MERGE_FIELDS;
export const FIELD_NAMES = Object.keys(MERGE_FIELDS) as FieldName[];
/** Each field's text in a contract; empty or missing: not known yet. */
export type FieldValues = Readonly<Partial<Record<FieldName, string>>>;

const specOf = (name: string): MergeField | undefined =>
  Object.hasOwn(MERGE_FIELDS, name) ? MERGE_FIELDS[name as FieldName] : undefined;

/** The label of a field; its bare name where it does not exist. */
export const fieldLabel = (name: string): string => specOf(name)?.label ?? name;

/** Whether a contract of this kind may use the field. */
export function fitsKind(name: string, kind: TemplateKind): boolean {
  const spec = specOf(name);
  return spec !== undefined && (spec.kinds === undefined || spec.kinds.includes(kind));
}

/** The fields of a kind of contract, in order. */
export const fieldsOf = (kind: TemplateKind): FieldName[] =>
  FIELD_NAMES.filter((name) => fitsKind(name, kind));

/** Example values of every field: for a preview without a sale. */
export const EXAMPLES: FieldValues = Object.fromEntries(
  FIELD_NAMES.map((name) => [name, MERGE_FIELDS[name].example]),
);

/** When a clause is part of a contract. */
export const CONDITIONS = {
  siempre: 'Siempre',
  hipoteca: 'Si compra con hipoteca',
  contado: 'Si paga de contado',
  un_comprador: 'Si compra una sola persona',
  varios_compradores: 'Si compran varias personas',
  con_codeudor: 'Si hay codeudor',
  empresa: 'Si compra una empresa',
  con_cuotas: 'Si el abono va en cuotas',
} as const;
export type Condition = keyof typeof CONDITIONS;
export const CONDITION_NAMES = Object.keys(CONDITIONS) as [Condition, ...Condition[]];
/** The conditions that hold for a sale. */
export type Holding = ReadonlySet<Condition>;
