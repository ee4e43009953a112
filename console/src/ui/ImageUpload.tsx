import { DeleteOutlined, PictureOutlined, UploadOutlined } from '@ant-design/icons';
import { errors } from '@plomb/contract/errors';
import { type ImagePurpose, imageBytes, images } from '@plomb/contract/files/images';
import { Button } from 'antd';
import { type ChangeEvent, useContext, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureWords } from '../platform/answer.ts';
import { upload } from '../platform/client.ts';
import { said } from '../platform/notices.ts';
import { imageUrl } from '../platform/session.ts';
import { useSettings } from '../platform/settings.ts';
import { PendingContext } from './form/pending.ts';
import './imageUpload.css';

const types = ['image/jpeg', 'image/png'];

/** A field whose value is the path of an uploaded picture: jpg or png, at most 2 MB. Works inside a form item. */
export const ImageUpload = ({
  id,
  purpose,
  value = '',
  onChange,
}: {
  id?: string;
  purpose: ImagePurpose;
  value?: string;
  onChange?: (path: string) => void;
}) => {
  const { t } = useTranslation('ui');
  const lang = useSettings((s) => s.lang);
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const setPending = useContext(PendingContext);
  const [wrong, setWrong] = useState('');

  const chosen = async (event: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const file = event.target.files?.[0];
    event.target.value = ''; // the same file may be chosen again
    if (!file) return;
    if (!types.includes(file.type) || file.size > imageBytes) return setWrong(errors.imageRule[lang]);
    setBusy(true);
    setPending((n) => n + 1);
    setWrong('');
    try {
      onChange?.((await upload(images.upload, { purpose }, file)).path);
      said(t('uploaded'));
    } catch (error) {
      setWrong(`${t('uploadFailed')} ${failureWords(error, lang)}`);
    } finally {
      setBusy(false);
      setPending((n) => n - 1);
    }
  };
  return (
    <div className="image-upload">
      <span className="image-upload-view">
        {value === '' ? <PictureOutlined aria-hidden="true" /> : <img src={imageUrl(value)} alt={t('picture')} />}
      </span>
      <div>
        <input
          ref={input}
          className="unseen"
          type="file"
          accept={types.join(',')}
          tabIndex={-1}
          aria-hidden="true"
          onChange={(event) => void chosen(event)}
        />
        <Button {...(id ? { id } : {})} icon={<UploadOutlined />} loading={busy} onClick={() => input.current?.click()}>
          {t(value === '' ? 'uploadPicture' : 'replacePicture')}
        </Button>
        {value !== '' && (
          <Button type="text" icon={<DeleteOutlined />} disabled={busy} onClick={() => onChange?.('')}>
            {t('removePicture')}
          </Button>
        )}
        {wrong === '' ? (
          <p>{t('pictureRule')}</p>
        ) : (
          <p className="image-upload-wrong" role="alert">
            {wrong}
          </p>
        )}
      </div>
    </div>
  );
};
