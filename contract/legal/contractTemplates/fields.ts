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
  /** The kinds of contract that may use it. */
  kinds: readonly TemplateKind[];
}

const ALL: readonly TemplateKind[] = TEMPLATE_KIND_NAMES;
const ACTS = ALL.filter((kind) => kind !== 'promesa');
const CHANGES = ACTS.filter((kind) => kind !== 'rescision');

/** Fields of a group that these kinds of contract may use, each with its label and example. */
const fields = <Name extends string>(
  group: MergeField['group'],
  kinds: readonly TemplateKind[],
  told: Readonly<Record<Name, readonly [label: string, example: string]>>,
) =>
  Object.fromEntries(
    Object.entries<readonly [string, string]>(told).map(([name, [label, example]]) => [
      name,
      { label, group, example, kinds },
    ]),
  ) as Record<Name, MergeField>;

/** What a clause may be filled in with, by name. A name is never reused for something else. */
export const MERGE_FIELDS = {
  ...fields('Partes', ALL, {
    promotora: ['Promotora', 'Promotora Valle Sereno, S.A.'],
    promotora_ruc: ['RUC de la promotora', '155612345-2-2015 DV 45'],
    promotora_direccion: ['Dirección de la promotora', 'Ciudad de Panamá'],
    representante: ['Representante de la promotora', 'Elena Batista'],
    representante_documento: ['Documento del representante', 'cédula 8-456-1234'],
    comprador: ['Comprador principal', 'Ana Ríos'],
    comprador_documento: ['Documento del comprador', 'cédula 8-712-4567'],
    comprador_telefono: ['Celular del comprador', '+507 6123-4567'],
    comprador_correo: ['Correo del comprador', 'ana@ejemplo.com'],
    compradores: [
      'Compradores con sus documentos',
      'Ana Ríos, con cédula 8-712-4567, y Luis Vega, con cédula 4-123-456',
    ],
    codeudores: ['Codeudores con sus documentos', 'Marta Ríos, con cédula 8-222-333'],
  }),
  ...fields('Vivienda', ALL, {
    proyecto: ['Proyecto', 'Residencial Valle Sereno'],
    proyecto_ubicacion: ['Ubicación del proyecto', 'Arraiján, Panamá Oeste'],
    modelo: ['Modelo', 'Corotú'],
    modelo_area: ['Área del modelo', '72 m²'],
    modelo_distribucion: ['Recámaras y baños', '3 recámaras y 2 baños'],
    lote: ['Lote', 'A-07'],
    lote_area: ['Área del lote', '180 m²'],
    finca_madre: ['Finca madre', '30123456'],
    codigo_ubicacion: ['Código de ubicación', '8001'],
  }),
  ...fields('Precio y pagos', ALL, {
    precio: ['Precio', 'USD 74,900.00'],
    precio_en_letras: ['Precio en letras', 'setenta y cuatro mil novecientos balboas con 00/100'],
    abono: ['Abono inicial', 'USD 3,745.00'],
    abono_en_letras: ['Abono en letras', 'tres mil setecientos cuarenta y cinco balboas con 00/100'],
    saldo: ['Saldo a la entrega', 'USD 71,155.00'],
    saldo_en_letras: ['Saldo en letras', 'setenta y un mil ciento cincuenta y cinco balboas con 00/100'],
    forma_de_pago: ['Forma de pago', 'hipoteca'],
    banco: ['Banco', 'Banco General'],
    plan_de_pago: [
      'Plan de pago',
      'separación de USD 500.00; 10 cuotas de USD 324.50, del 15-01-2027 al 15-10-2027',
    ],
    penalidad: ['Penalidad (% de lo pagado)', '10%'],
    ajuste_de_precio: ['Cláusula de ajuste de precio', 'El precio es fijo: no cambia hasta la entrega.'],
  }),
  ...fields('Plazos', ALL, {
    dias_devolucion: ['Días para devolver', '30'],
    fecha_entrega: ['Fecha de entrega', '30 de junio de 2027'],
    vence_firma: ['Último día para firmar', '15 de diciembre de 2026'],
  }),
  ...fields('Contrato', ALL, {
    fecha: ['Fecha del contrato', '1 de diciembre de 2026'],
    codigo: ['Código del contrato', 'PR-2026-00012'],
    precontrato: ['Código del pre-contrato', 'PC-2026-00031'],
    anexos: ['Anexos', 'el plano del lote A-07 y la proforma PF-2026-00058'],
  }),
  ...fields('Cambio', ACTS, {
    promesa_codigo: ['Código de la promesa', 'PR-2026-00012'],
    promesa_fecha: ['Fecha de la promesa', '1 de diciembre de 2026'],
    motivo: ['Motivo del cambio', 'El cliente pide un lote de esquina'],
  }),
  ...fields('Cambio', CHANGES, {
    cambio: [
      'Lo que cambia, antes y después',
      'Lote: antes «A-07», ahora «B-02»; Precio: antes «USD 74,900.00», ahora «USD 76,400.00»',
    ],
  }),
  ...fields('Cambio', ['cesion'], {
    cesionario: ['Quien recibe la cesión', 'Luis Vega, con cédula 4-123-456'],
  }),
  ...fields('Cambio', ['rescision'], {
    aviso_incumplimiento: ['Fecha del aviso de incumplimiento', '1 de noviembre de 2026'],
    pagado: ['Lo pagado', 'USD 3,500.00'],
    penalidad_monto: ['Penalidad que se retiene', 'USD 350.00 (10% de lo pagado)'],
    devolucion: ['Lo que se devuelve', 'USD 3,150.00'],
  }),
};
export type FieldName = keyof typeof MERGE_FIELDS;
export const FIELD_NAMES = Object.keys(MERGE_FIELDS) as FieldName[];
/** Each field's text in a contract; empty or missing: not known yet. */
export type FieldValues = Readonly<Partial<Record<FieldName, string>>>;

const specOf = (name: string): MergeField | undefined =>
  Object.hasOwn(MERGE_FIELDS, name) ? MERGE_FIELDS[name as FieldName] : undefined;

/** The label of a field; its bare name where it does not exist. */
export const fieldLabel = (name: string): string => specOf(name)?.label ?? name;

/** Whether a contract of this kind may use the field. */
export const fitsKind = (name: string, kind: TemplateKind): boolean =>
  specOf(name)?.kinds.includes(kind) ?? false;

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
  con_proforma: 'Si aceptó una proforma',
  con_anexos: 'Si lleva anexos',
} as const;
export type Condition = keyof typeof CONDITIONS;
export const CONDITION_NAMES = Object.keys(CONDITIONS) as [Condition, ...Condition[]];
/** The conditions that hold for a sale. */
export type Holding = ReadonlySet<Condition>;

/** Sales that a template is shown with, for each form of payment that it is for; the first one by default. */
export function examplesFor(form: 'hipoteca' | 'contado' | null): { label: string; holds: Condition[] }[] {
  const people: readonly [string, Condition[]][] = [
    ['Una persona', ['un_comprador']],
    ['Varias personas y un codeudor', ['varios_compradores', 'con_codeudor']],
    ['Una empresa', ['un_comprador', 'empresa']],
  ];
  const forms: readonly ('hipoteca' | 'contado')[] = form ? [form] : ['hipoteca', 'contado'];
  return forms.flatMap((one) =>
    people.map(([label, who]): { label: string; holds: Condition[] } => ({
      label: `${label}, ${one === 'hipoteca' ? 'con hipoteca' : 'de contado'}`,
      holds: [one, ...who, 'con_cuotas', 'con_proforma', 'con_anexos'],
    })),
  );
}
