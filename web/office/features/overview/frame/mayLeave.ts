import { itemsOf } from '#web/office/lib/outbox/database.ts';
import { forgetAuthor } from '#web/office/lib/outbox/outbox.ts';
import { report } from '#web/office/lib/report.ts';
import { askConfirm } from '#web/office/ui/ask.tsx';

/** Before a sign-out: asks when something of theirs waits here. A yes makes this browser forget who they are. */
export async function mayLeave(user: { id: number }): Promise<boolean> {
  try {
    const { length: waiting } = await itemsOf(user.id);
    const yes = waiting === 0 || (await askConfirm(question(waiting)));
    if (yes) await forgetAuthor();
    return yes;
  } catch (error) {
    // Where nothing can be kept, nothing waits.
    report(error, { during: 'sign-out' });
    return true;
  }
}

const question = (waiting: number) => ({
  title: `¿Cerrar sesión con ${waiting} por enviar?`,
  text: 'Sigue guardado en este dispositivo. Se envía cuando ingreses aquí otra vez.',
  confirm: 'Cerrar sesión',
});
