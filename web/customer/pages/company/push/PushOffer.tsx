import { useHydrated } from '#web/customer/lib/useHydrated.ts';

/** Offers notices in this browser, until they are allowed. */
export function PushOffer() {
  const hydrated = useHydrated();
  if (hydrated && 'Notification' in window && Notification.permission === 'granted') return null;
  return (
    <p>
      ¿Te avisamos en tu celular de cada paso? <a href="/clientes/notificaciones">Activar avisos</a>
    </p>
  );
}
