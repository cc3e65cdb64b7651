import { z } from 'zod';
import { catalog } from './catalog.ts';

// Ids and labels of domain.md §2; the meaning of an id never changes.

export const bankAccountTypes = catalog({
  name: 'bank_account_types',
  title: 'Tipos de cuenta bancaria',
  module: 'contabilidad',
  kind: 'extensible',
  path: '/api/bank_account_types/list',
  access: 'contabilidad.ver',
  label: 'nombre',
  uses: [{ table: 'bank_accounts', column: 'type_id' }],
  rows: [
    [1, 'Corriente'],
    [2, 'Ahorros'],
    [3, 'Plazo fijo'],
    [4, 'Línea / préstamo interino'],
    [5, 'Fideicomiso'],
  ],
});

/** tipo_cuenta_contable_banco: purposes of a bank account. */
export const bankAccountPurposes = catalog({
  name: 'bank_account_type_accounts',
  title: 'Usos de las cuentas bancarias',
  module: 'contabilidad',
  kind: 'extensible',
  path: '/api/bank_account_type_accounts/list',
  access: 'contabilidad.ver',
  label: 'nombre',
  uses: [{ table: 'bank_accounts', column: 'kind_id' }],
  rows: [
    [1, 'Operativa'],
    [2, 'Recaudo de clientes'],
    [3, 'Préstamo interino'],
    [4, 'Fiduciaria'],
    [5, 'Planilla'],
    [6, 'Retenidos a contratistas'],
    [7, 'Caja menuda'],
  ],
});

/** tipo_cuenta_contables: classes of the chart of accounts. */
export const accountClasses = catalog({
  name: 'tipo_cuenta_contables',
  title: 'Clases de cuentas contables',
  module: 'contabilidad',
  kind: 'fixed',
  path: '/api/tipo_cuenta_contables/list',
  access: 'contabilidad.ver',
  label: 'nombre',
  rows: [
    [1, 'Activo'],
    [2, 'Pasivo'],
    [3, 'Patrimonio'],
    [4, 'Ingreso'],
    [5, 'Costo'],
    [6, 'Gasto'],
  ],
});

/** A unique code of the chart: 1.1.01. */
const code = z
  .string()
  .regex(/^[1-9](\.\d{1,3}){1,4}$/, { error: 'Usa la forma 1.1.01.' })
  .meta({ title: 'Código' });

/** The chart of accounts. In responses the name includes the code: "1.1.01 Caja menuda". */
export const accountingAccounts = catalog({
  name: 'accounting_accounts',
  title: 'Cuentas contables',
  module: 'contabilidad',
  kind: 'free',
  path: '/api/administrations/accounting_accounts/list',
  access: 'contabilidad.ver',
  label: 'name',
  uses: [
    { table: 'bank_accounts', column: 'accounting_account_id' },
    { table: 'supplier_invoice_lines', column: 'accounting_account_id' },
    { table: 'petty_vouchers', column: 'accounting_account_id' },
  ],
  inner: { codigo: code },
  prefix: 'codigo',
  rows: [
    [1, 'Caja menuda', { codigo: '1.1.01' }],
    [2, 'Bancos operativos', { codigo: '1.1.02' }],
    [3, 'Bancos recaudo clientes', { codigo: '1.1.03' }],
    [4, 'Fideicomiso', { codigo: '1.1.04' }],
    [5, 'CxC clientes – abonos', { codigo: '1.2.01' }],
    [6, 'CxC bancos – desembolsos por recibir (cartas promesa)', { codigo: '1.2.02' }],
    [7, 'CxC MIVIOT – bono solidario (legacy)', { codigo: '1.2.03' }],
    [8, 'Anticipos a contratistas', { codigo: '1.2.04' }],
    [9, 'ITBMS crédito fiscal', { codigo: '1.2.05' }],
    [10, 'Terrenos por desarrollar', { codigo: '1.3.01' }],
    [11, 'Obra en proceso – viviendas', { codigo: '1.3.02' }],
    [12, 'Obra en proceso – infraestructura', { codigo: '1.3.03' }],
    [13, 'Inventario viviendas terminadas', { codigo: '1.3.04' }],
    [14, 'Materiales en almacén', { codigo: '1.3.05' }],
    [15, 'Equipo y mobiliario', { codigo: '1.4.01' }],
    [16, 'CxP proveedores', { codigo: '2.1.01' }],
    [17, 'CxP contratistas', { codigo: '2.1.02' }],
    [18, 'Retenido a contratistas 10 %', { codigo: '2.1.03' }],
    [19, 'ITBMS por pagar', { codigo: '2.1.04' }],
    [20, 'Retención de ITBMS por pagar', { codigo: '2.1.05' }],
    [21, 'CSS y planilla por pagar', { codigo: '2.1.06' }],
    [22, 'ISR por pagar', { codigo: '2.1.07' }],
    [23, 'ITBI por pagar', { codigo: '2.1.08' }],
    [24, 'Depósitos de clientes – separaciones', { codigo: '2.2.01' }],
    [25, 'Abonos recibidos de clientes', { codigo: '2.2.02' }],
    [26, 'Devoluciones a clientes', { codigo: '2.2.03' }],
    [27, 'Préstamo interino', { codigo: '2.3.01' }],
    [28, 'Capital', { codigo: '3.1.01' }],
    [29, 'Utilidades', { codigo: '3.2.01' }],
    [30, 'Venta de viviendas', { codigo: '4.1.01' }],
    [31, 'Mejoras y extras', { codigo: '4.1.02' }],
    [32, 'Recargos administrativos', { codigo: '4.1.03' }],
    [33, 'Costo de terreno', { codigo: '5.1.01' }],
    [34, 'Costo construcción', { codigo: '5.1.02' }],
    [35, 'Costo infraestructura', { codigo: '5.1.03' }],
    [36, 'Permisos y tasas', { codigo: '5.1.04' }],
    [37, 'Comisiones de venta', { codigo: '6.1.01' }],
    [38, 'Publicidad', { codigo: '6.1.02' }],
    [39, 'Honorarios legales, notaría y registro', { codigo: '6.1.03' }],
    [40, 'Impuestos de transferencia', { codigo: '6.1.04' }],
    [41, 'Intereses y FECI', { codigo: '6.1.05' }],
    [42, 'Salarios', { codigo: '6.1.06' }],
    [43, 'Garantías post-venta', { codigo: '6.1.07' }],
  ],
});

/** The module that a payment belongs to. */
export const paymentTypeModules = catalog({
  name: 'payment_type_modules',
  title: 'Módulos de los pagos',
  module: 'contabilidad',
  kind: 'fixed',
  path: '/api/payment_type_modules/list',
  access: 'staff',
  label: 'name',
  rows: [
    [1, 'Ventas – cobro a cliente'],
    [2, 'Contratos – pago de obra'],
    [3, 'Contratos – infraestructura'],
    [4, 'Compras y materiales'],
    [5, 'Permisos y tasas'],
    [6, 'Legal e impuestos'],
    [7, 'Caja menuda'],
    [8, 'Devoluciones'],
  ],
});
