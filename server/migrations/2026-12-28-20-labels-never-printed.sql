-- Where the labels of a series begin that nobody printed yet: of ten thousand printed ones none is read on the way.
create index seal_unprinted on seal (series_id, id) where medium = 'qr' and state = 'blank' and printed = 0;
