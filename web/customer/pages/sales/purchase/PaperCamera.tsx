import { useEffect, useRef, useState } from 'react';
import { PICTURE_QUALITY } from '#contract/sales/purchase/rules.ts';
import { Button } from '#web/customer/components/Button.tsx';
import { Dialog } from '#web/customer/components/Dialog.tsx';
import { Notice } from '#web/customer/components/Notice.tsx';
import styles from './CardCamera.module.css';

/** Aspect ratio of an identity card, and the frame's share of the picture's width. */
const CARD_RATIO = 85.6 / 54;
const FRAME_PART = 0.88;
/** Margin around the frame, as a share of its width, because nobody holds a phone perfectly still. */
const MARGIN_PART = 0.05;

interface Props {
  title: string;
  onPhoto: (file: File) => void;
  onHide: () => void;
}

/** A camera with a card-shaped frame. The photo is cropped to the frame. */
export function CardCamera({ title, onPhoto, onHide }: Props) {
  const video = useRef<HTMLVideoElement>(null);
  const [photo, setPhoto] = useState<{ file: File; url: string } | null>(null);
  const [broken, setBroken] = useState(false);

  useEffect(() => {
    let stream: MediaStream | undefined;
    let gone = false;
    navigator.mediaDevices
      .getUserMedia({ video: { facingMode: 'environment', width: { ideal: 1920 }, height: { ideal: 1440 } } })
      .then((opened) => {
        stream = opened;
        if (gone || !video.current) return stop(opened);
        video.current.srcObject = opened;
        return video.current.play();
      })
      .catch(() => setBroken(true));
    return () => {
      gone = true;
      if (stream) stop(stream);
    };
  }, []);
  useEffect(() => () => void (photo && URL.revokeObjectURL(photo.url)), [photo]);

  async function shoot() {
    const file = video.current && (await cutOut(video.current));
    if (file) setPhoto({ file, url: URL.createObjectURL(file) });
  }

  return (
    <Dialog title={title} open onHide={onHide} size="media">
      {broken ? (
        <div className={styles.words}>
          <Notice tone="attention" title="No pudimos abrir la cámara" announce="alert">
            Da permiso a la cámara en tu navegador, o cierra esta ventana y usa «Elegir archivo».
          </Notice>
        </div>
      ) : (
        <>
          <div className={styles.stage}>
            <video ref={video} playsInline muted hidden={photo !== null} />
            {photo ? (
              <img src={photo.url} alt="La foto que tomaste" />
            ) : (
              <div className={styles.frame} aria-hidden />
            )}
          </div>
          <div className={styles.words}>
            <p>
              {photo
                ? '¿Se leen bien el nombre y el número?'
                : 'Pon la cédula dentro del marco, sobre una mesa y con buena luz.'}
            </p>
            {photo ? (
              <>
                <Button
                  wide
                  onClick={() => {
                    onPhoto(photo.file);
                    onHide();
                  }}
                >
                  Usar esta foto
                </Button>
                <Button look="secondary" wide onClick={() => setPhoto(null)}>
                  Tomar otra
                </Button>
              </>
            ) : (
              <Button wide onClick={() => void shoot()}>
                Tomar foto
              </Button>
            )}
          </div>
        </>
      )}
    </Dialog>
  );
}

const stop = (stream: MediaStream) => stream.getTracks().forEach((track) => track.stop());

/** Crops the video to the frame plus its margin. */
async function cutOut(video: HTMLVideoElement): Promise<File | null> {
  const { videoWidth, videoHeight, clientWidth, clientHeight } = video;
  if (videoWidth === 0) return null;
  // object-fit: cover hides a part of the video.
  const scale = Math.max(clientWidth / videoWidth, clientHeight / videoHeight);
  const width = Math.min(videoWidth, ((clientWidth * FRAME_PART) / scale) * (1 + 2 * MARGIN_PART));
  const height = Math.min(videoHeight, width / CARD_RATIO);
  const canvas = Object.assign(document.createElement('canvas'), {
    width: Math.round(width),
    height: Math.round(height),
  });
  const [x, y] = [(videoWidth - width) / 2, (videoHeight - height) / 2];
  canvas.getContext('2d')!.drawImage(video, x, y, width, height, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', PICTURE_QUALITY));
  return blob && new File([blob], 'cedula.jpg', { type: 'image/jpeg' });
}
