filedesc://x.arc 0.0.0.0 20080430204825 text/plain 68
1 0 Archive
URL IP-address Archive-date Content-type Archive-length

http://a.example/ 1.2.3.4 20080430204825 text/html 40
HTTP/1.1 200 OK
Content-Type: text/html; charset=utf-8
Content-Length: 118

<html><head><title>A page</title></head><body><p>Some words of a page with <a href=x>a link</a> in them.</body></html>
http://a.example/ 1.2.3.4 20080430204825 text/html 228
HTTP/1.1 200 OK
Content-Type: text/html; charset=utf-8
Content-Length: 118

<html><head><title>A page</title></head><body><p>Some words of a page with <a href=x>a link</a> in them.</body></html>
dns:a.example 1.2.3.4 20080430204825 text/html 11
example.com
http://a.example/ 1.2.3.4 20080430204825 text/html 198
HTTP/1.1 200 OK
Content-Type: text/html; charset=utf-8
Content-Length: 118

<html><head><title>A page</title></head><body><p>Some words of a page with <a href=x>a link</a> in them.</body></html>
