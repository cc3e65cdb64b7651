import type { Location } from '#contract/projects/showcase/pages.ts';
import { Dialog } from '#web/customer/components/Dialog.tsx';
import styles from './LocationDialog.module.css';

/** A map page in an iframe, loaded when the dialog first opens (rulings.md 15). */
export function LocationDialog({
  location,
  title,
  open,
  onHide,
}: {
  location: Location;
  title: string;
  open: boolean;
  onHide: () => void;
}) {
  if (!location.frame) return null;
  return (
    <Dialog title={title} open={open} onHide={onHide} size="media">
      <iframe
        className={styles.frame}
        src={location.frame}
        title={title}
        referrerPolicy="no-referrer"
        sandbox={isOurs(location.frame) ? undefined : 'allow-scripts allow-same-origin allow-popups'}
      />
      <p className={styles.address}>{location.address}</p>
    </Dialog>
  );
}

/** Our own page has its own content security policy; an iframe of another host is sandboxed to what a map needs. */
const isOurs = (address: string) => address.startsWith('/');
