import { itemsOf } from '#web/office/lib/outbox/database.ts';
import { forgetAuthor } from '#web/office/lib/outbox/outbox.ts';
import { report } from '#web/office/lib/report.ts';
import { askConfirm } from '#web/office/ui/ask.tsx';

/** Before a sign-out: asks for confirmation if the user's outbox has items. Then makes this browser forget the user. */
export async function mayLeave(user: { id: number }): Promise<boolean> {
  try {
    const { length: waiting } = await itemsOf(user.id);
    const yes = waiting === 0 || (await askConfirm(question(waiting)));
    if (yes) await forgetAuthor();
    return yes;
  } catch (error) {
    // Without browser storage, nothing can be in the outbox.
    report(error, { during: 'sign-out' });
    return true;
  }
}

const question = (waiting: number) => ({
  title: `¿Cerrar sesión con ${waiting} por enviar?`,
  text: 'Sigue guardado en este dispositivo. Se envía cuando ingreses aquí otra vez.',
  confirm: 'Cerrar sesión',
});
