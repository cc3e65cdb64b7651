import type { Permission } from '#contract/access.ts';
import type { MenuOption } from './menu.ts';

const money = (
  id: number,
  name: string,
  href: string,
  permission: Permission = 'contabilidad.ver',
): MenuOption => ({ id, module: 11, name, href, permission });

/** Pages of money: what customers pay, what the company owes, its banks and its books. */
export const MONEY_OPTIONS: readonly MenuOption[] = [
  money(1101, 'Cuentas', '/oficina/cuentas'),
  money(1111, 'Diario', '/oficina/diario'),
  money(1112, 'Comprobantes', '/oficina/comprobantes'),
  money(1113, 'Períodos', '/oficina/periodos'),
  money(1114, 'Sin contabilizar', '/oficina/sin-contabilizar'),
  money(1115, 'Reglas contables', '/oficina/reglas-contables'),
  money(1120, 'Estados financieros', '/oficina/estados-financieros'),
  money(1121, 'Flujo de caja', '/oficina/flujo-de-caja'),
  money(1102, 'Cuentas bancarias', '/oficina/cuentas-bancarias'),
  { ...money(1103, 'Pagos de clientes', '/oficina/pagos', 'pagos.ver'), counter: 'payments' },
  money(1109, 'Dinero recibido', '/oficina/dinero-recibido', 'pagos.ver'),
  money(1110, 'Conciliar', '/oficina/conciliar'),
  money(1107, 'Extractos', '/oficina/extractos'),
  money(1122, 'Conciliaciones', '/oficina/conciliaciones'),
  money(1108, 'Devoluciones', '/oficina/devoluciones', 'pagos.ver'),
  money(1116, 'Facturas', '/oficina/facturas'),
  money(1124, 'Facturas emitidas', '/oficina/facturas-emitidas'),
  money(1104, 'Pagos', '/oficina/egresos'),
  money(1117, 'Caja menuda', '/oficina/caja-menuda'),
  money(1123, 'Préstamos interinos', '/oficina/prestamos-interinos'),
  money(1105, 'Retenidos', '/oficina/retenidos'),
  money(1106, 'Cuentas contables', '/oficina/listas/accounting_accounts', 'administracion.ver'),
];
