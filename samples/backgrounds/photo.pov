// The picture stickers are laid on in a preview: a table by a window, late in the day.
// Nothing is included and nothing is random between runs.
// povray +Iphoto.pov +Ophoto.png +W1236 +H1236 -A
#version 3.7;
global_settings { assumed_gamma 1.0 max_trace_level 9 }

camera {
  perspective location <0, 3.75, -10.6> look_at <0, 0.80, 0> angle 40 right x up y
  aperture 0.46 focal_point <0.2, 0.35, -4.2> blur_samples 64 confidence 0.92 variance 1/5000
}

// ---- light: a low warm sun through the window, the cool room behind the camera
light_source { <-15, 8.5, 13> color rgb <1.0, 0.64, 0.32>*3.5
  area_light <2.4,0,0>, <0,2.4,0>, 3, 3 adaptive 0 jitter }
light_source { <9, 10, -14> color rgb <0.34, 0.44, 0.66>*0.32 shadowless }
light_source { <-7, 5, -8> color rgb <0.60, 0.44, 0.32>*0.55 shadowless }

#declare S = seed(71);
#macro Rnd(a,b) (a + (b-a)*rand(S)) #end

// ---- outside: a garden nobody focussed on
plane { -z, -40 no_shadow
  pigment { gradient y color_map {
    [0.00 rgb <0.035,0.030,0.022>] [0.30 rgb <0.09,0.085,0.03>] [0.52 rgb <0.26,0.20,0.06>]
    [0.66 rgb <0.66,0.36,0.11>] [0.84 rgb <0.98,0.60,0.27>] [1.00 rgb <0.70,0.56,0.50>] }
    scale 20 translate -12*y }
  finish { ambient 0 diffuse 0 emission 1 } }
#declare Blob = array[6] { rgb <1.0,0.62,0.22>, rgb <1.0,0.80,0.46>, rgb <0.95,0.36,0.16>, rgb <0.42,0.55,0.14>, rgb <0.95,0.52,0.42>, rgb <0.30,0.55,0.46> };
#for (I, 0, 74)
  #local R = Rnd(0.45,1.35);
  #local C = Blob[int(Rnd(0,5.999))];
  disc { <Rnd(-13,13), Rnd(-1.5,13.5), 25+I*0.09>, z, R no_shadow
    pigment { color C*Rnd(0.7,1.5) transmit Rnd(0.45,0.8) }
    finish { ambient 0 diffuse 0 emission 1 } }
#end
// dark foliage and the window's frame
#for (I, 0, 260)
  #local X = Rnd(-14,14);
  #local Y = Rnd(-3.5, 1.7+1.5*sin(X*0.55+0.8)+0.8*sin(X*1.3));
  #local L = Rnd(0.25,1)*(0.45+0.55*(14-X)/28);
  disc { <X, Y, Rnd(19,24)>, z, Rnd(0.22,0.75) no_shadow
    pigment { color rgb <0.13+0.20*rand(S),0.20+0.12*rand(S),0.035>*L transmit Rnd(0,0.35) } finish { ambient 0 diffuse 0 emission 1 } }
#end
#for (I, 0, 26)
  disc { <Rnd(-13,13), Rnd(-1.0,2.4), Rnd(17.5,18.5)>, z, Rnd(0.34,0.62) no_shadow
    pigment { color Blob[int(Rnd(0,3.999))]*1.1 transmit 0.45 } finish { ambient 0 diffuse 0 emission 1 } }
#end
// the sun itself, far out of focus
disc { <-6.6, 5.7, 30>, z, 4.6 no_shadow pigment { onion color_map { [0 rgbt <2.2,1.6,0.9,0>] [0.3 rgbt <1.8,1.15,0.5,0.25>] [1 rgbt <1,0.6,0.2,1>] } scale 4.6 translate <-6.6,5.7,30> } finish { ambient 0 diffuse 0 emission 1 } }
box { <-20,-1,-14>, <20,-0.15,9.3> pigment { color rgb 0.01 } }
union {
  box { <-3.25,-2,11.8>, <-2.85,14,12.1> }
  box { <4.3,-2,11.8>, <4.7,14,12.1> }
  box { <-20,-2.0,11.6>, <20,-0.35,12.4> }
  no_shadow
  pigment { color rgb <0.16,0.10,0.07> } finish { ambient 0.1 diffuse 0.6 } }

// ---- the table: planks
#macro Plank(X0, X1, N)
  box { <X0+0.012,-0.3,-14>, <X1-0.012,0,9.4>
    texture {
      pigment { wood turbulence 0.09 octaves 3 lambda 2.2
        color_map { [0.0 rgb <0.30,0.135,0.052>] [0.45 rgb <0.42,0.20,0.080>] [0.8 rgb <0.30,0.13,0.048>] [1.0 rgb <0.19,0.075,0.028>] }
        scale <0.26,0.26,1> rotate <1.6+0.5*mod(N,3), 1.2*mod(N,2), 0> translate <X0+0.5+0.31*mod(N*7,5), -0.65-0.2*mod(N,4), N*3.1> }
      normal { bozo 0.22 scale <0.03,0.03,1.6> }
      finish { ambient 0.05 diffuse 0.78 specular 0.22 roughness 0.03 reflection { 0.01, 0.22 fresnel on } }
    }
    texture {
      pigment { bozo turbulence 0.25 color_map {
        [0.0 rgbt <0.10,0.04,0.015,0.35>] [0.34 rgbt <0.10,0.04,0.015,0.86>] [0.6 rgbt <0.5,0.3,0.12,1>] [1 rgbt <0.62,0.38,0.18,0.8>] }
        scale <0.022,0.05,1.15> translate N*2.7 }
      finish { ambient 0.05 diffuse 0.78 specular 0.2 roughness 0.04 reflection { 0.01, 0.2 fresnel on } }
    }
    interior { ior 1.5 } }
#end
#for (N, 0, 13) Plank(-9.1+N*1.3, -7.8+N*1.3, N) #end

// ---- things
#macro Glass(P, R, Col)
  sphere { P, R
    pigment { color Col filter 0.92 }
    finish { ambient 0 diffuse 0.04 specular 0.9 roughness 0.003 reflection { 0.03, 1 fresnel on } conserve_energy }
    interior { ior 1.5 fade_distance 1.2*R fade_power 1.5 fade_color Col } }
  // the light it gathers, thrown on the table away from the sun
  disc { 0, y, 1 no_shadow
    pigment { onion color_map { [0 rgbt <Col.x*1.5+0.3, Col.y*1.5+0.2, Col.z*1.4+0.1, 0.5>] [0.45 rgbt <Col.x, Col.y, Col.z, 0.84>] [1 rgbt <Col.x, Col.y, Col.z, 1>] } }
    finish { ambient 0 diffuse 0 emission 0.8 }
    scale <0.42, 1, 0.95>*R rotate -37*y translate <P.x+0.60*1.45*R, 0.045, P.z-0.80*1.45*R> }
#end
Glass(<-2.32,0.50,-3.70>, 0.50, rgb <0.16,0.55,0.80>)
Glass(<-1.50,0.30,-4.45>, 0.30, rgb <0.90,0.30,0.22>)
Glass(<2.22,0.40,-4.35>, 0.40, rgb <0.35,0.78,0.42>)
Glass(<1.62,0.24,-5.00>, 0.24, rgb <0.96,0.80,0.42>)
Glass(<2.86,0.28,-3.50>, 0.28, rgb <0.80,0.36,0.66>)

// a cup
#declare Glaze = texture {
  pigment { gradient y turbulence 0.06 color_map { [0 rgb <0.16,0.09,0.05>] [0.17 rgb <0.30,0.17,0.09>] [0.21 rgb <0.03,0.24,0.27>] [0.7 rgb <0.04,0.33,0.35>] [1 rgb <0.30,0.50,0.46>] } scale 2.05 }
  normal { bumps 0.06 scale 0.25 }
  finish { ambient 0.05 diffuse 0.75 specular 0.6 roughness 0.012 reflection 0.06 } }
union {
  difference {
    lathe { cubic_spline 9, <0.2,-0.3>, <0.0,0.0>, <0.62,0.01>, <0.86,0.22>, <0.98,0.9>, <0.96,1.5>, <0.92,1.95>, <0.0,1.98>, <-0.4,1.9> }
    cylinder { <0,0.18,0>, <0,2.4,0>, 0.84 } }
  torus { 0.885, 0.05 translate 1.95*y }
  difference { torus { 0.52, 0.115 rotate 90*x scale <1,1.1,1> translate <1.1,1.05,0> } cylinder { <0,-1,0>,<0,3,0>,0.9 } }
  texture { Glaze } rotate -38*y translate <2.75,0,-0.1> }
cylinder { <2.75,0.2,-0.1>, <2.75,1.62,-0.1>, 0.84 pigment { color rgb <0.10,0.04,0.015> } finish { specular 0.6 roughness 0.01 reflection 0.08 } }

// oranges and a lemon in the light
#macro Orange(P,R,C) sphere { 0,R pigment { bozo scale 0.4 color_map { [0 C*0.9] [1 C*1.12] } } normal { dents 0.5 scale 0.05 }
  finish { ambient 0.06 diffuse 0.82 specular 0.28 roughness 0.05 } translate P } #end
Orange(<-3.05,0.86,1.9>,0.86, rgb <0.92,0.34,0.035>)
Orange(<-1.55,0.78,2.9>,0.78, rgb <0.95,0.40,0.05>)
Orange(<-2.75,0.62,0.15>,0.62, rgb <0.96,0.66,0.08>)
// two books
#macro Book(W,H,D,C,T)
  union {
    difference { box { <-W,0,-D>, <W,H,D> } box { <-W*0.95,0.06,-D-1>, <W+1,H-0.06,D*0.95> } pigment { color C } finish { ambient 0.04 diffuse 0.8 specular 0.2 roughness 0.05 } }
    box { <-W*0.96,0.05,-D*0.95>, <W*0.96,H-0.05,D*0.96> pigment { color rgb <0.74,0.64,0.46> } normal { gradient y 0.6 scale 0.05 } finish { ambient 0.04 diffuse 0.8 } }
    transform { T } }
#end
Book(1.5,0.44,1.05, rgb <0.40,0.045,0.05>, transform { rotate -14*y translate <1.0,0,4.4> })
Book(1.25,0.34,0.92, rgb <0.03,0.09,0.24>, transform { rotate 4*y translate <1.0,0.44,4.4> })

// linen under the glass balls
#declare Cloth = texture {
  pigment { gradient x color_map { [0 rgb <0.80,0.73,0.60>] [0.55 rgb <0.80,0.73,0.60>] [0.55 rgb <0.55,0.11,0.10>] [0.62 rgb <0.55,0.11,0.10>] [0.62 rgb <0.80,0.73,0.60>] [0.72 rgb <0.80,0.73,0.60>] [0.72 rgb <0.16,0.22,0.36>] [0.745 rgb <0.16,0.22,0.36>] [0.745 rgb <0.80,0.73,0.60>] [1 rgb <0.80,0.73,0.60>] } scale 1.1 }
  normal { average normal_map { [1 quilted 0.5 scale 0.022] [1.6 wrinkles 0.45 scale 0.9] } }
  finish { ambient 0.05 diffuse 0.85 } }
box { <-2.3,0,-1.5>, <1.3,0.035,1.7> texture { Cloth } rotate 24*y translate <-2.7,0,-3.9> }

// fallen leaves
#macro Leaf(P,A,T,K,C1,C2)
  difference {
    intersection {
      prism { bezier_spline linear_sweep -2, 2, 16
        <0,-1>,<0.35,-0.8>,<0.62,-0.3>,<0.5,0.1>, <0.5,0.1>,<0.4,0.5>,<0.1,0.8>,<0,1.2>, <0,1.2>,<-0.1,0.8>,<-0.42,0.5>,<-0.5,0.1>, <-0.5,0.1>,<-0.62,-0.3>,<-0.35,-0.8>,<0,-1> }
      cylinder { <0,1.6,-3>, <0,1.6,3>, 1.6 } }
    cylinder { <0,1.6,-4>, <0,1.6,4>, 1.585 }
    plane { -y, -1 }
    pigment { gradient x turbulence 0.25 color_map { [0 C1] [0.49 C2] [0.5 C2*0.35] [0.51 C2] [1 C1] } scale 1.2 translate 0.6*x }
    normal { ripples 0.25 frequency 3 scale 0.35 translate <0,0,3> }
    finish { ambient 0.08 diffuse 0.85 specular 0.1 roughness 0.06 }
    scale K rotate T rotate A*y translate P }
#end
Leaf(<0.30,0.03,-5.0>, 64, <4,0,0>, 0.52, rgb <0.60,0.16,0.03>, rgb <0.88,0.42,0.06>)
Leaf(<1.15,0.03,-2.9>, 140, <5,0,-4>, 0.55, rgb <0.30,0.06,0.03>, rgb <0.66,0.14,0.05>)
Leaf(<2.55,0.03,-5.45>, 20, <3,0,0>, 0.5, rgb <0.62,0.22,0.03>, rgb <0.90,0.5,0.08>)
