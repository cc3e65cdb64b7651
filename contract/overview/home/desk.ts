/** Whether payments to verify and confirm are this user's work. */
export const verifiesPayments = (granted: ReadonlySet<string>) =>
  granted.has('pagos.aprobar') && granted.has('pagos.editar');

/** Whether the user answers for the sales of the month: management and coordination. */
export const managesSales = (granted: ReadonlySet<string>) =>
  granted.has('reportes.ver') &&
  granted.has('ventas.ver') &&
  (granted.has('reportes.crear') || granted.has('ventas.aprobar'));

/** Whether the home page shows the user the company's money. */
export const seesMoney = (granted: ReadonlySet<string>) =>
  granted.has('contabilidad.ver') && granted.has('pagos.ver');
