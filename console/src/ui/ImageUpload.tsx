import { DeleteOutlined, PictureOutlined, UploadOutlined } from '@ant-design/icons';
import type { ImagePurpose } from '@plomb/contract/files/images';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { said } from '../platform/notices.ts';
import { imageUrl } from '../platform/session.ts';
import { usePicture } from './usePicture.tsx';
import './imageUpload.css';

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
  const { busy, wrong, choose, field } = usePicture(purpose, (path) => {
    onChange?.(path);
    said(t('uploaded'));
  });
  return (
    <div className="image-upload">
      <span className="image-upload-view">
        {value === '' ? <PictureOutlined aria-hidden="true" /> : <img src={imageUrl(value)} alt={t('picture')} />}
      </span>
      <div>
        {field}
        <Button {...(id ? { id } : {})} icon={<UploadOutlined />} loading={busy} onClick={choose}>
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
