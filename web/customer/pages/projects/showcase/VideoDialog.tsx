import { useRef } from 'react';
import type { Video } from '#contract/projects/showcase/pages.ts';
import { Dialog } from '#web/customer/components/Dialog.tsx';
import styles from './VideoDialog.module.css';

/** The promotional video: loaded when the dialog first opens, paused when it closes (spec §2.2). */
export function VideoDialog({ video, open, onHide }: { video: Video; open: boolean; onHide: () => void }) {
  const player = useRef<HTMLVideoElement>(null);
  function pause() {
    player.current?.pause();
    onHide();
  }
  return (
    <Dialog title={video.title} open={open} onHide={pause} size="media">
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- shows houses, nobody speaks */}
      <video
        ref={player}
        className={styles.video}
        controls
        autoPlay
        playsInline
        poster={video.poster ?? undefined}
      >
        <source src={video.src} type={video.type} />
      </video>
    </Dialog>
  );
}
