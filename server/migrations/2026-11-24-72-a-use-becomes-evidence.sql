-- A use that is told again may be told as evidence then. That it is none any more a trigger refuses.
grant update (evidence) on file_use to plomb_app;
