/** What somebody else's decoder makes of a location. */
export interface AssertedLocation {
  alarm_u32: number;
  status_u32: number;
  valid: boolean;
  lat: number;
  lon: number;
  alt_m: number;
  speed_kmh: number;
  course: number;
  time_bcd_yymmddhhmmss_local: string;
  tlv: { id: string; hex: string }[];
}

export interface AssertedJointech {
  /** false: a tracker frame without version byte */
  long_format?: boolean;
  device_id?: string;
  protocol_version?: number;
  type_nibble?: number;
  location?: Record<string, unknown>;
  message?: string;
  lat?: number;
  lon?: number;
  valid?: boolean;
  date_ddmmyy?: string;
  time_hhmmss_utc?: string;
  rfid?: string;
  event_source?: number;
  unlock_verification?: number;
  wrong_password_count?: number;
  index?: number;
}
